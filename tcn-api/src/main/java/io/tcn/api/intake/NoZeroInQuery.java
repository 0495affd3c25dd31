// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Refuses a zero character in the query of a URL: PostgreSQL takes none, and would look as if it were away.
@Component
class NoZeroInQuery implements HandlerInterceptor, WebMvcConfigurer {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String query = request.getQueryString();
        if (query != null && query.contains("%00")) {
            throw Refused.malformed("The query of the URL holds a zero character, which no name has");
        }
        return true;
    }
}
