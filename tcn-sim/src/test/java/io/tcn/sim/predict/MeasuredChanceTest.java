// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceId;
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

    private static double of(LiveState state) {
        return MeasuredChance.of(state, new History(state));
    }

    @Test
    void errorsOfThreePerCentAreSeenAsSuch() {
        assertThat(of(state(SAMPLES, 0.03))).isCloseTo(0.03, within(0.006));
    }

    @Test
    void otherConnectionsAreNoError() {
        assertThat(of(state(SAMPLES, 0))).isZero();
    }

    @Test
    void aShortPastTellsNothing() {
        assertThat(of(state(15, 0.03))).isZero();
    }

    /// Two pipes share a full resource: what one takes away by having more connections is no error of the other.
    @Test
    void whatOthersTakeAwayIsNoError() {
        SplittableRandom random = new SplittableRandom(3);
        LiveState world = ReplayWorld.begun(1).state();
        List<Sample> steady = new ArrayList<>();
        List<Sample> moving = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            // Every second interval it is as many as before, else one more or less.
            double others = 4 + i / 2 % 8;
            double each = 10e9 / (4 + others);
            double ago = 10.0 * (SAMPLES - 1 - i);
            steady.add(new Sample(ago, 10, 4, 4, 4 * each * (1 + 0.01 * random.nextGaussian()), 50));
            moving.add(new Sample(ago, 10, others, others, others * each * (1 + 0.01 * random.nextGaussian()), 50));
        }
        List<Pipe> sharing = world.declared().pipes();
        Pipe one = sharing.getFirst();
        Pipe other = sharing.stream()
                .filter(pipe ->
                        !pipe.equals(one) && pathOf(world, pipe).stream().anyMatch(pathOf(world, one)::contains))
                .findFirst()
                .orElseThrow();
        LiveState state = world.withPipes(List.of(
                new PipeState(one, 4, List.of(), List.of(), 0, 0, steady),
                new PipeState(other, 4, List.of(), List.of(), 0, 0, moving)));
        assertThat(of(state)).isCloseTo(0.01, within(0.003));
    }

    private static List<ResourceId> pathOf(LiveState state, Pipe pipe) {
        return state.map().pipeResources().getOrDefault(pipe.id(), List.of());
    }
}
