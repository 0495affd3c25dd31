// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// The one place where rights are checked: compares what [Needs] says of a route with the caller. A route that says
/// nothing is refused to everybody.
@Component
public class NeedsInterceptor implements HandlerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(NeedsInterceptor.class);

    NeedsInterceptor() {}

    /// What a route needs: of the method, else of its controller; null if neither says it.
    public static @Nullable Needs of(HandlerMethod route) {
        Needs ofMethod = AnnotatedElementUtils.findMergedAnnotation(route.getMethod(), Needs.class);
        return ofMethod != null
                ? ofMethod
                : AnnotatedElementUtils.findMergedAnnotation(route.getBeanType(), Needs.class);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getDispatcherType() == DispatcherType.ERROR || isOptions(request, handler)) {
            return true;
        }
        Needs needs = handler instanceof HandlerMethod route ? of(route) : null;
        if (needs == null) {
            LOG.error(
                    "{} is refused to everybody: a defect of TCN, its controller does not say who may call it",
                    handler);
            throw RefusalException.forbidden("Nobody may do this");
        }
        if (!needs.open()) {
            Caller caller = request.getAttribute(Caller.ATTRIBUTE) instanceof Caller known ? known : Caller.ANONYMOUS;
            check(needs, caller);
        }
        return true;
    }

    /// Spring answers `OPTIONS` by itself, with the methods of the route.
    private static boolean isOptions(HttpServletRequest request, Object handler) {
        return request.getMethod().equals("OPTIONS")
                && handler instanceof HandlerMethod method
                && method.getBeanType().getName().startsWith("org.springframework.web.servlet.");
    }

    private static void check(Needs needs, Caller caller) {
        if (caller.isAnonymous()) {
            throw RefusalException.forbidden("A client certificate or a token is needed");
        }
        if (needs.certificate() && caller.method() != Caller.Method.CERTIFICATE && !caller.administrator()) {
            throw RefusalException.forbidden("certificate required: a token is not enough here");
        }
        for (Operation operation : needs.value()) {
            Level has = caller.level(operation);
            if (has == Level.NONE || !has.includes(needs.level())) {
                throw RefusalException.forbidden(caller.dn() + " has not the right \"" + operation.ftsName()
                        + "\" that is needed here; administrators have all rights (setting"
                        + " tcn.security.administrators)");
            }
        }
    }
}
