// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import io.tcn.api.security.login.SessionCookie;
import io.tcn.api.security.login.Sessions;
import io.tcn.api.security.token.BearerToken;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/// Finds out who calls: by a bearer token, on the page else by the session of somebody who has logged in, else
/// by the client certificate of the TLS connection, else nobody. Refuses bad tokens, requests from pages of
/// other sites, banned names and users that are not served, on every route.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class CallerFilter extends OncePerRequestFilter {
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";
    private static final String BEARER = "bearer";
    /// Probes ask here; it tells nothing of anybody.
    private static final String HEALTH = "/tcn/v1/health";

    private final Callers callers;
    private final Origins origins;
    private final SecurityProperties properties;
    private final Sessions sessions;
    private final Supplier<BannedCallers> banned;
    private final ObjectProvider<HandlerExceptionResolver> answers;

    CallerFilter(
            Callers callers,
            Origins origins,
            SecurityProperties properties,
            Sessions sessions,
            ObjectProvider<BannedCallers> banned,
            @Qualifier("handlerExceptionResolver") ObjectProvider<HandlerExceptionResolver> answers) {
        this.callers = callers;
        this.origins = origins;
        this.properties = properties;
        this.sessions = sessions;
        this.banned = SingletonSupplier.of(() -> banned.getIfAvailable(() -> nobody -> false));
        this.answers = answers;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            request.setAttribute(Caller.ATTRIBUTE, Caller.ANONYMOUS);
            origins.check(request);
            Caller caller = caller(request);
            request.setAttribute(Caller.ATTRIBUTE, caller);
            admit(caller, request);
        } catch (RefusalException refusal) {
            if (answers.getObject().resolveException(request, response, null, refusal) == null) {
                response.sendError(refusal.getStatusCode().value());
            }
            return;
        }
        chain.doFilter(request, response);
    }

    private Caller caller(HttpServletRequest request) {
        String token = bearer(request.getHeader(HttpHeaders.AUTHORIZATION));
        if (token != null) {
            BearerToken verified = callers.verify(token);
            request.setAttribute(BearerToken.ATTRIBUTE, verified);
            return callers.ofToken(verified);
        }
        Optional<Caller> loggedIn = SessionCookie.find(request).flatMap(id -> loggedIn(id, request));
        if (loggedIn.isPresent()) {
            return loggedIn.get();
        }
        return request.getAttribute(CERTIFICATES) instanceof X509Certificate[] certificates && certificates.length > 0
                ? callers.ofCertificates(certificates)
                : Caller.ANONYMOUS;
    }

    /// Somebody who has logged in. Who may not be here any more is logged out, and the page says why.
    private Optional<Caller> loggedIn(String id, HttpServletRequest request) {
        Optional<Caller> person = sessions.find(id).map(session -> callers.ofToken(session.person()));
        if (person.isEmpty()) {
            request.setAttribute(SessionCookie.ENDED, "Your session has ended: log in again");
            return Optional.empty();
        }
        try {
            admit(person.get(), request);
            request.setAttribute(SessionCookie.ATTRIBUTE, id);
            return person;
        } catch (RefusalException refusal) {
            sessions.end(id);
            request.setAttribute(
                    SessionCookie.ENDED, String.valueOf(refusal.getBody().getDetail()));
            return Optional.empty();
        }
    }

    /// What follows the word `Bearer`, null for any other kind of authorization.
    private static @Nullable String bearer(@Nullable String header) {
        if (header == null) {
            return null;
        }
        String[] parts = header.strip().split("\\s+", 2);
        if (!parts[0].toLowerCase(Locale.ROOT).equals(BEARER)) {
            return null;
        }
        return parts.length == 2 ? parts[1] : "";
    }

    private void admit(Caller caller, HttpServletRequest request) {
        if (!caller.isAnonymous() && banned.get().isBanned(caller.dn())) {
            throw RefusalException.forbidden("This name is banned here");
        }
        if (caller.isAnonymous() && SessionCookie.isPage(request)) {
            // Nothing is there for callers without credentials but the way to log in.
            return;
        }
        if (!Callers.isAuthorized(caller, properties.authorizedVos())
                && !request.getRequestURI().equals(HEALTH)) {
            throw RefusalException.forbidden("None of the caller's VOs is served here");
        }
    }
}
