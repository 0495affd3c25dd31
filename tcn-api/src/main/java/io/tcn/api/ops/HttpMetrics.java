// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.tcn.api.runtime.GrowingMetrics;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerMapping;

/// Requests by method, route and class of the answer. A route is the pattern that the server has for it, never a path
/// that somebody asked for. What has none, what was refused (4xx, which anybody may cause on any route) and what comes
/// after [#MOST] of them counts together.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class HttpMetrics extends OncePerRequestFilter implements GrowingMetrics {
    /// How many are told apart.
    static final int MOST = 150;

    static final String OTHER = "(other)";
    static final String REFUSED = "(refused)";
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

    /// @param method one of few
    /// @param answer class of the status, such as 2xx
    private record Kind(String method, String route, String answer) {}

    private static final class Sum {
        private final LongAdder requests = new LongAdder();
        private final LongAdder nanos = new LongAdder();
    }

    private final TimeSource time;
    private final Map<Kind, Sum> sums = new ConcurrentHashMap<>();

    HttpMetrics(TimeSource time) {
        this.time = time;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long began = time.nanoTime();
        boolean hasEnded = false;
        try {
            chain.doFilter(request, response);
            hasEnded = true;
        } finally {
            Object route = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
            count(
                    request.getMethod(),
                    route == null ? OTHER : route.toString(),
                    hasEnded ? response.getStatus() : 500,
                    time.nanoTime() - began);
        }
    }

    void count(String method, String route, int status, long nanos) {
        boolean isRefused = status >= 400 && status < 500;
        boolean isKnown = METHODS.contains(method);
        Kind kind =
                new Kind(isKnown ? method : OTHER, isRefused ? REFUSED : isKnown ? route : OTHER, status / 100 + "xx");
        Sum sum = sums.get(kind);
        if (sum == null) {
            Kind counted = sums.size() < MOST ? kind : new Kind(OTHER, OTHER, kind.answer());
            sum = sums.computeIfAbsent(counted, first -> new Sum());
        }
        sum.requests.increment();
        sum.nanos.add(nanos);
    }

    @Override
    public void addTo(MeterRegistry to, Set<String> there) {
        sums.forEach((kind, sum) -> {
            if (there.add(kind.toString())) {
                FunctionTimer.builder(
                                "tcn.http.requests",
                                sum,
                                it -> it.requests.sum(),
                                it -> it.nanos.sum(),
                                TimeUnit.NANOSECONDS)
                        .description("requests, and how long they took from the first byte of the body to the answer")
                        .tag("method", kind.method())
                        .tag("route", kind.route())
                        .tag("status", kind.answer())
                        .register(to);
            }
        });
    }
}
