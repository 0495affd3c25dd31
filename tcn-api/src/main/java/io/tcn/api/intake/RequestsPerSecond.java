// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import io.tcn.core.port.TimeSource;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Lets each caller, and all together, make so many requests per second as the settings say. Who asks how the server
/// is, is always answered. Callers are told apart as by [RequestsPerCaller].
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 19)
class RequestsPerSecond extends OncePerRequestFilter {
    private static final String ALL = "";

    private final LimitProperties limits;
    private final TimeSource time;
    private final FilterAnswers answers;
    private final @Nullable RequestPace ofCaller;
    private final @Nullable RequestPace ofAll;

    RequestsPerSecond(LimitProperties limits, TimeSource time, FilterAnswers answers) {
        this.limits = limits;
        this.time = time;
        this.answers = answers;
        this.ofCaller = pace(limits.requestsPerSecondPerCaller());
        this.ofAll = pace(limits.requestsPerSecond());
    }

    private static @Nullable RequestPace pace(int perSecond) {
        return perSecond == 0 ? null : new RequestPace(perSecond);
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return (ofCaller == null && ofAll == null) || FilterAnswers.isOwn(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Refused refused = tooMany(RequestsPerCaller.name(request));
        if (refused == null) {
            chain.doFilter(request, response);
        } else {
            answers.answer(request, response, refused);
        }
    }

    private @Nullable Refused tooMany(String caller) {
        long now = time.nanoTime();
        Duration wait = ofCaller == null ? null : ofCaller.enter(caller, now);
        if (wait != null) {
            return Refused.tooMany(
                    "This caller made more than " + limits.requestsPerSecondPerCaller() + " requests per second",
                    wholeSeconds(wait));
        }
        wait = ofAll == null ? null : ofAll.enter(ALL, now);
        return wait == null
                ? null
                : Refused.tooMany(
                        "All callers together made more than " + limits.requestsPerSecond() + " requests per second",
                        wholeSeconds(wait));
    }

    private static int wholeSeconds(Duration wait) {
        return (int) wait.plusSeconds(1).minusNanos(1).toSeconds();
    }
}
