// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalSeriesTest {
    private static IntervalRecord interval(int end, int pipes, double bps) {
        return new IntervalRecord(
                end,
                1,
                Collections.nCopies(pipes, bps),
                Collections.nCopies(pipes, 4),
                Collections.nCopies(pipes, 3.0),
                bps,
                bps,
                0,
                0,
                0.5,
                end,
                pipes);
    }

    @Test
    void tooManyPointsBecomeHalfAsManyWithTheSameMeans() {
        // 10,000 pipes: 200 points. The 200th closes the first round, so 200 intervals are 100 points of 2.
        IntervalSeries series = new IntervalSeries(10_000);
        for (int i = 1; i <= 201; i++) {
            series.add(interval(i, 10_000, i));
        }

        List<IntervalRecord> points = series.points();

        assertThat(series.perPoint()).isEqualTo(2);
        assertThat(points).hasSize(101);
        assertThat(points.getFirst().throughputBps().getFirst()).isCloseTo(1.5, within(1e-9));
        assertThat(points.getFirst().lengthSeconds()).isCloseTo(2, within(1e-9));
        assertThat(points.getFirst().queuedTransfers()).isEqualTo(2);
        assertThat(points.getLast().endSeconds()).isCloseTo(201, within(1e-9));
        double bits = points.stream()
                .mapToDouble(point -> point.utility() * point.lengthSeconds())
                .sum();
        // 1 + 2 + ... + 201.
        assertThat(bits).isCloseTo(20_301, within(1e-6));
    }

    @Test
    void aShortRunKeepsEveryInterval() {
        IntervalSeries series = new IntervalSeries(2);
        for (int i = 1; i <= 30_000; i++) {
            series.add(interval(i, 2, i));
        }

        assertThat(series.points()).hasSize(30_000);
        assertThat(series.perPoint()).isEqualTo(1);
    }
}
