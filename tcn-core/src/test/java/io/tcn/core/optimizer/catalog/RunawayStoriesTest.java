// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.SumUtility;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The three ways in which adaptive limiters are known to run away, and what each optimizer makes of them. FTS's own
/// rules run away by design (theorem 4.1 of the TCN paper): of them only the limits are asked.
class RunawayStoriesTest {
    private static final int MAX = 200;

    private static Optimizer optimizer(String name) {
        return new OptimizerCatalog(
                        new SumUtility(), StartValue.MIN, FtsOptimizerSettings.DEFAULT.withInterval(Duration.ZERO))
                .find(name)
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(7));
    }

    private static double meanConnections(List<Interval> history) {
        return ModelNetwork.last(20, history).stream()
                .mapToDouble(interval -> interval.published("p"))
                .average()
                .orElseThrow();
    }

    /// Whatever n is, the same little moves: every request runs into its time limit.
    private static List<Interval> constantTimeouts(String optimizer) {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 1e9).hidden();
        network.pipe("p", "cms", "x").limits(1, MAX);
        return network.run(optimizer(optimizer), 300);
    }

    /// Beyond ten connections each one more costs a little, too little to be seen from one interval to the next.
    private static List<Interval> mildOverload(String optimizer) {
        ModelNetwork network = new ModelNetwork(2).noise(0.01);
        network.link("x", 10e9).ceiling(1e9).deteriorates(10, 0.05e9).hidden();
        network.pipe("p", "cms", "x").limits(1, MAX);
        return network.run(optimizer(optimizer), 300);
    }

    /// The more load, the less each connection carries, and slowly less for as long as the load lasts.
    private static List<Interval> driftingBaseline(String optimizer) {
        ModelNetwork network = new ModelNetwork(3);
        network.link("x", 20e9).ceiling(1e9).deteriorates(20, 0.3e9).hidden();
        network.pipe("p", "cms", "x").limits(1, MAX);
        double[] fatigue = {1};
        network.meter((interval, pipe, bps) -> {
            fatigue[0] *= bps > 15e9 ? 0.999 : 1;
            return bps * fatigue[0];
        });
        return network.run(optimizer(optimizer), 300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned", "tcn-zero"})
    void constantTimeoutsDoNotMakeItClimb(String optimizer) {
        assertThat(meanConnections(constantTimeouts(optimizer))).isLessThan(MAX / 4.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned", "tcn-zero"})
    void mildOverloadDoesNotMakeItCreepUp(String optimizer) {
        // The optimum is 10 connections; at 200 nearly everything is lost.
        assertThat(meanConnections(mildOverload(optimizer))).isLessThan(MAX / 4.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned", "tcn-zero"})
    void aDriftingBaselineIsNotFollowed(String optimizer) {
        assertThat(meanConnections(driftingBaseline(optimizer))).isLessThan(MAX / 4.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fts", "fts-model"})
    void ftsRunsAwayAsItDoesButWithinItsLimits(String optimizer) {
        for (List<Interval> story :
                List.of(constantTimeouts(optimizer), mildOverload(optimizer), driftingBaseline(optimizer))) {
            assertThat(story)
                    .allSatisfy(interval -> assertThat(interval.published("p")).isBetween(1, MAX));
        }
    }
}
