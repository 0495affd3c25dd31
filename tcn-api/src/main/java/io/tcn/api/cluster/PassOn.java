// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.api.inbound.SlowBodies;
import io.tcn.api.intake.FilterAnswers;
import io.tcn.api.store.ServerLease.Member;
import io.tcn.api.store.ServerLease.Seen;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Decides who answers: this server if it leads, else the one that does. What is known without the loops and is
/// each server's own, it answers itself: its health, its metrics, and who leads while nobody does.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 7)
class PassOn extends OncePerRequestFilter {
    /// Which server has answered.
    static final String ANSWERED_BY = "TCN-Answered-By";

    private static final String CLUSTER = "/tcn/v1/cluster";
    private static final int SOON_SECONDS = 2;

    private final Leadership leadership;
    private final Forwarder forwarder;
    private final FilterAnswers answers;

    PassOn(Leadership leadership, Forwarder forwarder, FilterAnswers answers) {
        this.leadership = leadership;
        this.forwarder = forwarder;
        this.answers = answers;
    }

    /// Path and query, as they came.
    static String target(HttpServletRequest request) {
        String query = request.getQueryString();
        return request.getRequestURI() + (query == null ? "" : "?" + query);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!leadership.isShared()) {
            chain.doFilter(request, response);
        } else if (leadership.answers() || FilterAnswers.isOwn(request)) {
            itself(request, response, chain);
        } else {
            Seen leader =
                    leadership.role() == Role.FOLLOWER ? leadership.leader().orElse(null) : null;
            if (leader != null) {
                passOn(request, response, leader);
            } else if (request.getRequestURI().equals(CLUSTER)
                    && request.getMethod().equals("GET")) {
                itself(request, response, chain);
            } else {
                answers.answer(
                        request,
                        response,
                        NotAnswered.later(
                                leadership.isWell()
                                        ? "No server leads at this moment: one takes the lead within seconds, try again"
                                        : "The database does not answer this server, so that it does not know who"
                                                + " leads: try again, or ask another server",
                                SOON_SECONDS));
            }
        }
    }

    private void itself(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader(ANSWERED_BY, leadership.self().name());
        chain.doFilter(request, response);
    }

    private void passOn(HttpServletRequest request, HttpServletResponse response, Seen seen)
            throws ServletException, IOException {
        try {
            Member leader = Objects.requireNonNull(seen.leader());
            forwarder.pass(request, response, seen, leader);
        } catch (NotAnswered refusal) {
            answers.answer(request, response, refusal);
        } catch (IOException broken) {
            if (response.isCommitted() || !SlowBodies.isReasonOf(broken)) {
                // The connection ends: nobody takes a part for the whole. Or the caller has gone.
                throw broken;
            }
            answers.answer(request, response, broken);
        }
    }
}
