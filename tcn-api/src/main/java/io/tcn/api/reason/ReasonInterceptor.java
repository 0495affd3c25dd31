// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.reason;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Reads why a change is made, at routes that are [Audited].
@Component
class ReasonInterceptor implements HandlerInterceptor, WebMvcConfigurer {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod route && route.hasMethodAnnotation(Audited.class)) {
            Reason.keep(new ServletWebRequest(request), request.getParameterValues(Reason.PARAMETER));
        }
        return true;
    }
}
