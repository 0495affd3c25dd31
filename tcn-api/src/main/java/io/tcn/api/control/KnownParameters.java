// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.reason.Audited;
import io.tcn.api.reason.Reason;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.util.UriComponentsBuilder;

/// Refuses parameters in the query of `/tcn/v1` that a route does not know: what somebody relies on, such as a
/// `dryRun`, must not be passed over.
@Component
class KnownParameters implements HandlerInterceptor, WebMvcConfigurer {
    private static final DefaultParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/tcn/v1/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String query = request.getQueryString();
        if (query == null || query.isEmpty() || !(handler instanceof HandlerMethod route)) {
            return true;
        }
        Set<String> known = known(route);
        for (String name : names(query)) {
            if (!known.contains(name)) {
                throw Problem.badRequest(
                        name,
                        "there is no parameter \"" + name + "\" here, "
                                + (known.isEmpty() ? "nor any other" : "known are " + known));
            }
        }
        return true;
    }

    private static Set<String> names(String query) {
        try {
            return UriComponentsBuilder.newInstance()
                    .query(query)
                    .build()
                    .getQueryParams()
                    .keySet();
        } catch (IllegalArgumentException unreadable) {
            throw Problem.badRequest("the query of the URL cannot be read: percent-encode it");
        }
    }

    private static Set<String> known(HandlerMethod route) {
        Set<String> known = new TreeSet<>();
        if (route.hasMethodAnnotation(Audited.class)) {
            known.add(Reason.PARAMETER);
        }
        Arrays.stream(route.getMethodParameters()).forEach(parameter -> {
            String name = name(parameter);
            if (name != null) {
                known.add(name);
            }
        });
        return known;
    }

    private static @Nullable String name(MethodParameter parameter) {
        RequestParam given = parameter.getParameterAnnotation(RequestParam.class);
        if (given == null) {
            return null;
        }
        if (StringUtils.hasText(given.name())) {
            return given.name();
        }
        parameter.initParameterNameDiscovery(NAMES);
        return parameter.getParameterName();
    }
}
