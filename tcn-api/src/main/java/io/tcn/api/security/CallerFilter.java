// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Finds out who calls, from the client certificate of the TLS connection, which the container has verified.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class CallerFilter extends OncePerRequestFilter {
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final Callers callers;

    CallerFilter(Callers callers) {
        this.callers = callers;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Caller caller = request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chainOfCaller
                        && chainOfCaller.length > 0
                ? callers.of(chainOfCaller[0])
                : Caller.ANONYMOUS;
        request.setAttribute(Caller.ATTRIBUTE, caller);
        chain.doFilter(request, response);
    }
}
