// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Puts the check of rights before every route.
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration implements WebMvcConfigurer {
    private final NeedsInterceptor needs;

    SecurityConfiguration(NeedsInterceptor needs) {
        this.needs = needs;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(needs);
    }
}
