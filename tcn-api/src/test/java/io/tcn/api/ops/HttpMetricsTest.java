// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tcn.api.runtime.SystemTime;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HttpMetricsTest {
    private final HttpMetrics metrics = new HttpMetrics(new SystemTime());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Set<String> there = new HashSet<>();

    @Test
    void requestsAreCountedByRouteAndClassOfTheAnswer() {
        metrics.count("GET", "/jobs/{id}", 200, TimeUnit.MILLISECONDS.toNanos(3));
        metrics.count("GET", "/jobs/{id}", 204, TimeUnit.MILLISECONDS.toNanos(5));
        metrics.count("GET", "/jobs/{id}", 503, TimeUnit.MILLISECONDS.toNanos(1));
        metrics.addTo(registry, there);

        var good = registry.get("tcn.http.requests")
                .tags("method", "GET", "route", "/jobs/{id}", "status", "2xx")
                .functionTimer();
        assertThat(good.count()).isEqualTo(2);
        assertThat(good.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(8);
    }

    /// Else who has no right at all could fill the table.
    @Test
    void whatIsRefusedAndOddMethodsTakeNoPlaceOfARoute() {
        for (int i = 0; i < 1_000; i++) {
            metrics.count("GET", "/route" + i, 403, 1000);
            metrics.count("OPTIONS", "/route" + i, 200, 1000);
        }
        metrics.count("GET", "/jobs", 200, 1000);
        metrics.addTo(registry, there);

        assertThat(registry.find("tcn.http.requests").functionTimers()).hasSize(3);
        assertThat(registry.get("tcn.http.requests")
                        .tags("method", "GET", "route", "/jobs", "status", "2xx")
                        .functionTimer()
                        .count())
                .isEqualTo(1);
    }

    /// Methods that nobody knows come from outside, and so would paths.
    @Test
    void thereAreNeverMoreThanTheBound() {
        for (int i = 0; i < 10_000; i++) {
            metrics.count(i % 2 == 0 ? "GET" : "POST", "/route" + i, 200 + i % 400, 1000);
            metrics.addTo(registry, there);
        }

        assertThat(registry.find("tcn.http.requests").functionTimers()).hasSizeLessThanOrEqualTo(HttpMetrics.MOST + 8);
        assertThat(registry.find("tcn.http.requests").functionTimers().stream()
                        .mapToDouble(timer -> timer.count())
                        .sum())
                .isEqualTo(10_000);
    }
}
