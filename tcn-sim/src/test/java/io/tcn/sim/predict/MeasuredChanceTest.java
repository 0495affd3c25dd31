// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// How far measurements are off is learnt from the past.
class MeasuredChanceTest {
    private static final int SAMPLES = 120;

    /// Ten intervals with each n, from 4 to 15: each connection carries 1 Gbit/s.
    private static LiveState state(int intervals, double error) {
        SplittableRandom random = new SplittableRandom(7);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < intervals; i++) {
            double n = 4 + i / 10;
            samples.add(new Sample(
                    10.0 * (intervals - 1 - i), 10, n, n, n * 1e9 * (1 + error * random.nextGaussian()), 50));
        }
        LiveState world = new ReplayWorld(1).state();
        Pipe pipe = world.declared().pipes().getFirst();
        return world.withPipes(List.of(new PipeState(pipe, 15, List.of(), List.of(), 0, 0, samples)));
    }

    @Test
    void errorsOfThreePerCentAreSeenAsSuch() {
        assertThat(MeasuredChance.of(state(SAMPLES, 0.03))).isCloseTo(0.03, within(0.006));
    }

    @Test
    void otherConnectionsAreNoError() {
        assertThat(MeasuredChance.of(state(SAMPLES, 0))).isZero();
    }

    @Test
    void aShortPastTellsNothing() {
        assertThat(MeasuredChance.of(state(15, 0.03))).isZero();
    }
}
