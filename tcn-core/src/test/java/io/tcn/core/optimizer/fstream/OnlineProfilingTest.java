// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// Algorithm 1, a step every 8 s, so that all of its trials are remembered.
class OnlineProfilingTest {
    private static final double STEP = 8;

    private static List<Integer> trials(OnlineProfiling profiling, int count, IntToDoubleFunction bps) {
        List<Integer> trials = new ArrayList<>(List.of(1));
        for (int k = 1; k < count; k++) {
            int tried = trials.getLast();
            trials.add(profiling.next(k * STEP, tried, bps.applyAsDouble(tried)));
        }
        return trials;
    }

    /// The text's example (section 3.2): upper bound 32, optimum 32.
    @Test
    void itReachesTheUpperBoundByHalves() {
        assertThat(trials(new OnlineProfiling(32), 7, n -> n * 1e9)).containsExactly(1, 16, 24, 28, 30, 31, 32);
    }

    /// Nothing is gained beyond 4: 20 is more than 1 brings, 30 no more than 20, so down between 20 and 30.
    @Test
    void itTurnsBackWhereNothingIsGained() {
        List<Integer> trials = trials(new OnlineProfiling(), 7, n -> Math.min(n, 4) * 1e9);
        assertThat(trials.subList(0, 4)).containsExactly(1, 20, 30, 25);
        assertThat(trials.getLast()).isLessThan(25);
    }

    /// 20 brings 40 Gbit/s, twice as much as wanted: between 1 and 20.
    @Test
    void itGoesTowardsATargetFromEitherSide() {
        OnlineProfiling profiling = new OnlineProfiling();
        assertThat(profiling.nextTowards(8, 1, 2e9, 20e9)).isEqualTo(20);
        assertThat(profiling.nextTowards(16, 20, 40e9, 20e9)).isEqualTo(10);
        assertThat(profiling.nextTowards(24, 10, 20e9, 20e9)).isEqualTo(10);
    }

    @Test
    void itLooksAgainAfterAMinute() {
        OnlineProfiling profiling = new OnlineProfiling();
        List<Integer> trials = trials(profiling, 8, n -> 1e9 * Math.min(n, 10));
        int settled = trials.getLast();
        assertThat(profiling.next(200, settled, 10e9)).isGreaterThan(settled);
    }
}
