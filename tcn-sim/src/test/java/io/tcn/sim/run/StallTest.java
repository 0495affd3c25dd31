// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What ALTO gives are capacities; what a connection carries is not told, and differs from pipe to pipe. Two pipes
/// share a link of 10 Gbit/s, a connection of one carries 0.3 Gbit/s and of the other 0.02: 34 connections of the
/// first fill it.
class StallTest {
    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-learned"})
    void connectionsThatDifferDoNotKeepTheLinkFromBeingFilled(String optimizer) throws Exception {
        List<IntervalRecord> intervals = run(optimizer);
        double filled = intervals.subList(20, intervals.size()).stream()
                .mapToDouble(IntervalRecord::utility)
                .average()
                .orElseThrow();
        assertThat(filled).as(optimizer).isGreaterThan(0.95 * 10e9);
    }

    private static List<IntervalRecord> run(String optimizer) throws Exception {
        Path file = Path.of(Objects.requireNonNull(StallTest.class.getResource("stall.json"))
                .toURI());
        Scenario scenario = new ScenarioReader().read(file.toString(), null);
        return new Simulation(
                        scenario,
                        optimizer,
                        new OptimizerRegistry().find(optimizer).orElseThrow().factory(),
                        SimulationSettings.of(scenario),
                        1,
                        part -> {})
                .run()
                .intervals();
    }
}
