// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `example-capacity-halves`: 30 pipes share one link of 100 Gbit/s, which carries 50 from the 100th second on. A
/// connection carries 0.5 Gbit/s, so the best number of connections goes from 200 to 100.
class MapUpdatesTest {
    private static final double NEW_OPTIMUM_BPS = 50e9;
    private static final int CHANGE = 100;

    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first"})
    void withAltosPushTheLoopIsAtTheNewOptimumWithinTenIntervalsAndStaysThere(String optimizer) {
        List<IntervalRecord> intervals = run(optimizer, MapUpdates.PUSH);
        for (IntervalRecord interval : intervals.subList(CHANGE + 10, intervals.size())) {
            assertThat(interval.utility())
                    .as("%s at %s s", optimizer, interval.endSeconds())
                    .isGreaterThan(0.9 * NEW_OPTIMUM_BPS);
            assertThat(interval.totalConnections()).isBetween(85, 115);
        }
        assertThat(intervals.get(CHANGE + 9).utility()).isGreaterThan(0.9 * NEW_OPTIMUM_BPS);
    }

    @Test
    void whoeverIsAskedOnlyEveryHalfMinuteIsHeardAfterHalfAMinute() {
        List<IntervalRecord> intervals = run("tcn-first", MapUpdates.PULL);
        assertThat(meanConnections(intervals, CHANGE + 5, CHANGE + 20)).isGreaterThan(130);
        assertThat(meanConnections(intervals, CHANGE + 40, CHANGE + 100)).isBetween(85.0, 115.0);
    }

    @Test
    void withoutAltoTheOldNumberOfConnectionsStaysAndCostsThroughput() {
        List<IntervalRecord> told = run("tcn-first", MapUpdates.PUSH);
        List<IntervalRecord> untold = run("tcn-first", MapUpdates.NONE);
        assertThat(meanConnections(untold, CHANGE + 10, CHANGE + 100)).isGreaterThan(150);
        assertThat(meanUtility(untold, CHANGE, CHANGE + 100))
                .isLessThan(0.98 * meanUtility(told, CHANGE, CHANGE + 100));
    }

    @Test
    void updatesHaveNames() {
        assertThat(MapUpdates.parse("push")).isEqualTo(MapUpdates.PUSH);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MapUpdates.parse("PUSH"))
                .withMessageContaining("none, pull or push");
    }

    private static double meanConnections(List<IntervalRecord> intervals, int from, int to) {
        return intervals.subList(from, to).stream()
                .mapToInt(IntervalRecord::totalConnections)
                .average()
                .orElseThrow();
    }

    private static double meanUtility(List<IntervalRecord> intervals, int from, int to) {
        return intervals.subList(from, to).stream()
                .mapToDouble(IntervalRecord::utility)
                .average()
                .orElseThrow();
    }

    private static List<IntervalRecord> run(String optimizer, MapUpdates updates) {
        try {
            Scenario scenario = new ScenarioReader().read("example-capacity-halves", null);
            SimulationSettings settings = SimulationSettings.of(scenario).withMapUpdates(updates);
            return new Simulation(
                            scenario,
                            optimizer,
                            new OptimizerRegistry()
                                    .find(optimizer)
                                    .orElseThrow()
                                    .factory(),
                            settings,
                            1,
                            part -> {})
                    .run()
                    .intervals();
        } catch (InvalidScenarioException wrong) {
            throw new AssertionError(wrong);
        }
    }
}
