// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Whether a resource is full is seen from what it carries with about as many connections as usual. A connection
/// carries 0.45 Gbit/s here, and each measurement is off by 2 %.
class UsualLoadTest {
    private static final double EACH = 0.45e9;

    private final SplittableRandom random = new SplittableRandom(3);

    /// From `from` connections on upwards, one more in each interval.
    private List<History.Load> climb(int from, int to, double capacityBps) {
        List<History.Load> loads = new ArrayList<>();
        for (int n = from; n <= to; n++) {
            loads.add(load(n, capacityBps));
        }
        return loads;
    }

    /// Intervals with `n` connections, three more and three less.
    private List<History.Load> around(int n, int intervals, double capacityBps) {
        List<History.Load> loads = new ArrayList<>();
        for (int i = 0; i < intervals; i++) {
            loads.add(load(n - 3 + i % 7, capacityBps));
        }
        return loads;
    }

    private History.Load load(int n, double capacityBps) {
        return new History.Load(n, Math.min(n * EACH, capacityBps) * (1 + 0.02 * random.nextGaussian()));
    }

    @Test
    void howItGrewWhenWorkBeganDoesNotHideThatItIsFull() {
        List<History.Load> loads = climb(4, 36, 14.2e9);
        loads.addAll(around(36, 100, 14.2e9));
        UsualLoad usual = UsualLoad.of(loads);
        assertThat(usual.isFlat()).isTrue();
        assertThat(usual.bps()).isCloseTo(14.2e9, within(0.1e9));
    }

    @Test
    void whatGrowsWithItsConnectionsIsNotFull() {
        List<History.Load> loads = climb(4, 16, 1e12);
        loads.addAll(around(16, 100, 1e12));
        assertThat(UsualLoad.of(loads).isFlat()).isFalse();
    }

    @Test
    void whereConnectionsDoNotMoveThereIsNoSlope() {
        assertThat(UsualLoad.of(List.of(load(8, 1e12), load(8, 1e12), load(8, 1e12), load(8, 1e12), load(8, 1e12)))
                        .isFlat())
                .isFalse();
        List<History.Load> still = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            still.add(load(8, 1e12));
        }
        assertThat(UsualLoad.of(still).isFlat()).isFalse();
    }
}
