// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeObservation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepNetworkTest {
    @Test
    void pathsHaveSixToTenResourcesEachOnce() {
        StepNetwork network = StepNetwork.of(1_000);

        assertThat(network.paths().length).isEqualTo(1_000);
        for (int[] path : network.paths()) {
            assertThat(path).hasSizeBetween(6, 10).doesNotHaveDuplicates();
            assertThat(Arrays.stream(path)).allMatch(r -> r >= 0 && r < 2_000);
        }
        assertThat(network.map().resources()).hasSize(2_000);
    }

    @Test
    void hubsAreSharedByMany() {
        int[] users = new int[Backbone.RESOURCES];
        for (int[] path : StepNetwork.of(1_000).paths()) {
            for (int r : path) {
                users[r]++;
            }
        }
        // About 8 000 uses of 2 000 resources: 4 each, were there no hubs.
        assertThat(Arrays.stream(users).max().orElseThrow()).isGreaterThan(40);
    }

    @Test
    void theSameNumberOfPipesIsTheSameNetwork() {
        StepNetwork once = StepNetwork.of(200);
        StepNetwork again = StepNetwork.of(200);

        assertThat(once.pipes()).isEqualTo(again.pipes());
        assertThat(once.map()).isEqualTo(again.map());
        assertThat(once.paths()).isDeepEqualTo(again.paths());
        assertThat(once.bounds()).isNotEmpty().hasSameSizeAs(again.bounds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn-first", "tcn-learned", "tcn", "tcn-zero", "fts", "fts-model"})
    void everyOptimizerMovesTheConnectionsAndSeesTheNoise(String name) {
        StepNetwork network = StepNetwork.of(100);
        Optimizer optimizer = StepSetting.factory(name).create(StepNetwork.newRandom(1));

        List<Observation> last = new StepLoop(network, optimizer, false).run(10, 6);

        assertThat(last).hasSize(6);
        Observation newest = last.getLast();
        assertThat(newest.interval()).isEqualTo(10);
        assertThat(newest.pipes())
                .hasSize(100)
                .anyMatch(pipe -> !pipe.hasWork())
                .filteredOn(pipe -> pipe.activeConnections() > 0)
                .allMatch(PipeObservation::hasWork)
                .allMatch(pipe -> pipe.throughputBps() > 0);
        assertThat(newest.throughputBps()).isNotEqualTo(last.getFirst().throughputBps());
        assertThat(last)
                .anySatisfy(
                        observation -> assertThat(observation.pipes()).anyMatch(pipe -> pipe.decidedConnections() > 1));
        Decision decision = optimizer.decide(last.getFirst());
        assertThat(decision.pipes()).hasSize(100);
    }

    @Test
    void observationsArePlayedForwardAndBackward() {
        assertThat(IntStream.range(0, 6).map(call -> StepSetting.turn(call, 3))).containsExactly(0, 1, 2, 1, 0, 1);
    }

    @Test
    void growthIsTheSlopeOnLogarithmicScales() {
        StepMeasurement small = new StepMeasurement("step", 100, 800, 1e6, 1e6, 0);

        // Ten times the path length: ten times the time is 1, a hundred times is 2.
        assertThat(new StepMeasurement("step", 1_000, 8_000, 1e7, 1e7, 0).growthFrom(small))
                .isCloseTo(1, within(1e-9));
        assertThat(new StepMeasurement("step", 1_000, 8_000, 1e8, 1e8, 0).growthFrom(small))
                .isCloseTo(2, within(1e-9));
    }
}
