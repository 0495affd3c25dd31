// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.bench.BenchResult;
import io.tcn.bench.report.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmStartBenchmarkTest {
    /// Three pipes on one link: with what they had they have 90 % of it sooner than with one connection each.
    @Test
    void aTrueHistoryIsWorthSomethingAfterARestart() throws InterruptedException {
        BenchResult result = WarmStartBenchmark.measure(List.of("link-3"), 2, 1, line -> {});
        assertThat(value(result, "link-3, history of the pipe itself: restart to 90 %"))
                .isLessThan(value(result, "link-3, history none: restart to 90 %"));
    }

    private static double value(BenchResult result, String name) {
        return result.figures().stream()
                .filter(figure -> figure.name().equals(name))
                .mapToDouble(Figure::value)
                .findFirst()
                .orElseThrow();
    }
}
