// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.TransferState;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.network.Physics;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ShippedScenarios;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final SimulationSettings USUAL = SimulationSettings.DEFAULT;

    static List<String> shipped() {
        return ShippedScenarios.names();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyShippedScenarioRunsWithBothOptimizersToItsEnd(String name) {
        Scenario scenario = Worlds.shipped(name);
        for (String optimizer : List.of("fts-model", "tcn-zero")) {
            SimulationResult result = Worlds.run(scenario, optimizer, SimulationSettings.of(scenario), 1);

            if (scenario.details().faults().isEmpty()) {
                assertThat(result.transfers()).allMatch(transfer -> transfer.state() == TransferState.FINISHED);
            }
            boolean isPlain = scenario.infiniteBacklog().isEmpty()
                    && scenario.details().arrivals().isEmpty();
            if (isPlain) {
                assertThat(result.movedBytes())
                        .isEqualTo(scenario.transfers().stream()
                                .mapToLong(Scenario.TransferSpec::sizeBytes)
                                .sum());
            }
            // What is seen, noise included.
            double most = 1 + 1e-9 + 6 * scenario.details().physics().noise();
            assertThat(result.intervals()).isNotEmpty().allSatisfy(interval -> {
                assertThat(interval.utilisation()).isBetween(0.0, most);
                assertThat(interval.connections()).allMatch(n -> n >= 1 && n <= 100);
            });
        }
    }

    @Test
    void withoutDeteriorationEnoughConnectionsFillTheLink() {
        // Two pipes of 100 connections of 2 Gbit/s each on 100 Gbit/s: 40 TB take 40e12 * 8 / 100e9 = 3200 s.
        SimulationSettings full = new SimulationSettings(
                Physics.DEFAULT.withDeterioration(0),
                new PipeLimits(100, 100),
                USUAL.interval(),
                false,
                Knowledge.FULL,
                null);

        SimulationResult result = Worlds.run(Worlds.shipped("paper-1"), "fts-model", full, 1);

        assertThat(result.summary().makespanSeconds()).isCloseTo(3200, within(1e-6));
        assertThat(result.summary().meanCompletionSeconds()).isCloseTo(3200, within(1e-6));
        assertThat(result.summary().utilisationMean()).isCloseTo(1, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void ftsEndsAtItsMaximumOrOscillatesWhereTheOrderOfMagnitudeChanges(long seed) {
        // Corollary 4.4: C = 10^11. n0 = 50, three quarters lost at 100: d = 0.75 C / 50 = 0.015 C. P(C) = C /
        // sqrt(10): N >= n0 + floor((C - P(C)) / d) = 50 + floor(0.6838 / 0.015) = 95.
        // It takes long: after a fall the average must come to rest to the last bit before n rises again.
        SimulationResult result = Worlds.run(Worlds.oneLink(List.of(), "cms"), "fts-model", intervals(30_000), seed);

        List<IntervalRecord> end = result.intervals().subList(29_000, 30_000);
        assertThat(end).allMatch(interval -> interval.totalConnections() >= 95);
        assertThat(end).allMatch(interval -> interval.totalThroughputBps() < 0.34 * 100e9);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void tcnFindsWhatFtsRunsPast(long seed) {
        Scenario world = Worlds.oneLink(List.of(), "cms", "atlas");
        double fts = endUtility(Worlds.run(world, "fts-model", intervals(1000), seed));
        double tcn = endUtility(Worlds.run(world, "tcn-zero", intervals(1000), seed));

        assertThat(tcn).as("seed %d", seed).isGreaterThan(1.5 * fts).isGreaterThan(95e9);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void tcnHoldsABoundThatFtsDoesNotKnow(long seed) {
        // cms may have 20 of 100 Gbit/s. With deterioration FTS ruins the link, which keeps bounds too: so without.
        Scenario world = Worlds.oneLink(List.of(Worlds.bound("cms", 0.2)), "cms", "atlas");
        SimulationSettings sturdy = intervals(1000)
                .withPhysics(Physics.DEFAULT.withDeterioration(0))
                .withBounds(BoundSettings.NONE);

        double fts = Worlds.run(world, "fts-model", sturdy, seed).summary().violationEnd();
        double tcn = Worlds.run(world, "tcn-zero", sturdy, seed).summary().violationEnd();

        // n equal: cms has 50 of 100, 150 % above its bound of 20.
        assertThat(fts).isCloseTo(1.5, within(0.05));
        assertThat(tcn).as("seed %d", seed).isLessThan(0.25 * fts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fts-model", "fts", "tcn-zero", "tcn-learned", "tcn"})
    void aBoundHoldsWhereTransfersStartWhicheverOptimizerRuns(String optimizer) {
        // cms may have 20.4 of 100 Gbit/s and a connection carries 2: one connection is 9.8 % of the bound.
        Scenario world = Worlds.oneLink(List.of(Worlds.bound("cms", 0.204)), "cms", "atlas");
        SimulationSettings sturdy = intervals(1000).withPhysics(Physics.DEFAULT.withDeterioration(0));

        SimulationResult result = Worlds.run(world, optimizer, sturdy, 1);

        assertThat(result.intervals()).allMatch(interval -> interval.violation() <= 0.098 * (1 + 1e-6));
    }

    @Test
    void controlsThatAreSwitchedOffBindNobody() {
        Scenario world = Worlds.oneLink(List.of(Worlds.bound("cms", 0.2)), "cms");

        SimulationResult result = Worlds.run(world, "tcn-zero", USUAL.withControls(false), 1);

        assertThat(result.intervals()).allMatch(interval -> interval.violation() == 0);
    }

    @Test
    void aBoundThatIsAShareOfWhatNobodyKnowsBindsNobody() {
        Scenario world = Worlds.oneLink(List.of(Worlds.bound("cms", 0.2)), "cms", "atlas");
        SimulationSettings brief = intervals(100).withBounds(BoundSettings.NONE);

        SimulationResult known = Worlds.run(world, "tcn-zero", brief.withKnowledge(Knowledge.CAPACITIES), 1);
        SimulationResult unknown = Worlds.run(world, "tcn-zero", brief.withKnowledge(Knowledge.NONE), 1);

        assertThat(known.intervals()).anyMatch(interval -> interval.violation() > 0);
        assertThat(unknown.intervals()).allMatch(interval -> interval.violation() == 0);
    }

    @Test
    void aTransferThatCannotEndByTheHorizonIsReportedAsUnfinished() {
        SimulationSettings brief = USUAL.withHorizon(Duration.ofMinutes(1));

        Summary summary =
                Worlds.run(Worlds.shipped("paper-1"), "fts-model", brief, 1).summary();

        assertThat(summary.unfinishedTransfers()).isEqualTo(2);
        assertThat(summary.meanCompletionSeconds()).isNaN();
        assertThat(summary.makespanSeconds()).isLessThanOrEqualTo(60);
    }

    /// Settings for a run of so many control intervals.
    private static SimulationSettings intervals(int count) {
        return USUAL.withHorizon(USUAL.interval().multipliedBy(count));
    }

    private static double endUtility(SimulationResult result) {
        List<IntervalRecord> intervals = result.intervals();
        return intervals.subList(intervals.size() * 3 / 4, intervals.size()).stream()
                .mapToDouble(IntervalRecord::utility)
                .average()
                .orElseThrow();
    }
}
