// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.api.intake.FilterAnswers;
import io.tcn.api.store.ServerLease.Seen;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Lets requests in that another server passes on, as their callers sent them there. A request with a passport
/// that is not good is refused, whoever sends it; one that is good and came too late, because this server does
/// not lead any more, is to be sent again.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class PassportControl extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger(PassportControl.class);

    private final Leadership leadership;
    private final FilterAnswers answers;

    PassportControl(Leadership leadership, FilterAnswers answers) {
        this.leadership = leadership;
        this.answers = answers;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String header = request.getHeader(Passport.HEADER);
        if (header == null) {
            chain.doFilter(request, response);
            return;
        }
        HttpServletRequest passed;
        try {
            passed = new PassedOnRequest(request, passport(header, request));
        } catch (NotAnswered refusal) {
            answers.answer(request, response, refusal);
            return;
        }
        if (!leadership.answers()) {
            answers.answer(request, response, notLeading());
            return;
        }
        chain.doFilter(passed, response);
    }

    private static NotAnswered notLeading() {
        return NotAnswered.later("The lead has just changed hands, try again", 1);
    }

    private Passport passport(String header, HttpServletRequest request) {
        Optional<Seen> seen = leadership.isShared() ? leadership.seen() : Optional.empty();
        String secret = seen.map(Seen::secret).orElse(null);
        try {
            long term = Passport.termOf(header);
            if (leadership.isShared() && seen.map(Seen::term).orElse(0L) != term) {
                throw notLeading();
            }
            if (secret != null) {
                return Passport.verified(
                        header, secret, request.getMethod(), PassOn.target(request), leadership.databaseNow());
            }
        } catch (Passport.ForgedException forged) {
            LOG.warn(
                    "A request of {} with a false passport was refused: {}",
                    request.getRemoteAddr(),
                    forged.getMessage());
        }
        throw NotAnswered.forged();
    }
}
