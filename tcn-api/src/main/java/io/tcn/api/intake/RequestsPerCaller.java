// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import io.tcn.api.security.Caller;
import io.tcn.api.security.SecurityProperties;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Lets each caller have so many requests under way at once, so that none takes the server from the others. Callers
/// without credentials are told apart by their address.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
class RequestsPerCaller extends OncePerRequestFilter {
    private static final int RETRY_AFTER_SECONDS = 2;

    private final Places places;
    private final int most;
    private final FilterAnswers answers;

    RequestsPerCaller(SecurityProperties properties, FilterAnswers answers) {
        this.most = properties.maxRequestsPerCaller();
        this.places = new Places(most);
        this.answers = answers;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String caller = name(request);
        if (!places.take(caller)) {
            String what = "More than " + most + " requests of this caller are under way";
            answers.answer(request, response, Refused.tooMany(what, RETRY_AFTER_SECONDS));
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            places.giveBack(caller);
        }
    }

    static String name(HttpServletRequest request) {
        Caller caller = request.getAttribute(Caller.ATTRIBUTE) instanceof Caller known ? known : Caller.ANONYMOUS;
        return caller.isAnonymous() ? String.valueOf(request.getRemoteAddr()) : caller.delegationId() + caller.dn();
    }
}
