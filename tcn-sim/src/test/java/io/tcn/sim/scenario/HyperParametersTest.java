// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.ascent.AscentSettings;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings.Penalty;
import io.tcn.core.utility.SumUtility;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.run.Simulation;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.SimulationSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HyperParametersTest {
    @TempDir
    private Path folder;

    private Scenario read(String hyperParameters) throws Exception {
        return ScenarioFile.ofTwoSites(
                        folder,
                        "{\"id\": \"t\", \"pipe\": \"p\", \"bytes\": 1000000000000, \"arrivalSeconds\": 0}",
                        "{\"maxConnections\": 50, \"hyperParameters\": " + hyperParameters + "}")
                .read();
    }

    @Test
    void whatIsLeftOutIsAsUsual() throws Exception {
        assertThat(read("{}").details().settings().hyperParameters()).isEqualTo(HyperParameters.USUAL);
        HyperParameters given = read("{\"ascent\": {\"alpha\": 0.3, \"constraints\": \"penalty\"},"
                        + " \"zeroOrder\": {\"penalty\": \"quadratic\"}, \"ftsModel\": {\"start\": \"min\"}}")
                .details()
                .settings()
                .hyperParameters();
        assertThat(given.ascent().alpha()).isEqualTo(0.3);
        assertThat(given.ascent().stepMax()).isEqualTo(AscentSettings.DEFAULT.stepMax());
        assertThat(given.ascent().constraints()).isEqualTo(AscentSettings.Constraints.PENALTY);
        assertThat(given.zeroOrder().penalty()).isEqualTo(Penalty.QUADRATIC);
        assertThat(given.zeroOrder().start()).isEqualTo(StartValue.UNIFORM);
        assertThat(given.ftsModel().start()).isEqualTo(StartValue.MIN);
    }

    @Test
    void whatMakesNoSenseIsNamedWithItsPlace() {
        assertThatThrownBy(() -> read("{\"ascent\": {\"exploration\": 0.05}}"))
                .isInstanceOf(InvalidScenarioException.class)
                .hasMessageContaining("/settings/hyperParameters/ascent")
                .hasMessageContaining("at least its floor");
        assertThatThrownBy(() -> read("{\"zeroOrder\": {\"alpha\": 2}}"))
                .hasMessageContaining("/settings/hyperParameters/zeroOrder/alpha");
        assertThatThrownBy(() -> read("{\"ftsModel\": {\"start\": \"max\"}}"))
                .hasMessageContaining("/settings/hyperParameters/ftsModel/start");
    }

    /// One pipe over 100 Gbit/s, 2 Gbit/s per connection: with one connection at the start and one more a second, 50
    /// are there after 50 s at the earliest; with ten more a second, after 5 s.
    @Test
    void theyActInTheRun() throws Exception {
        double slow = finish(read("{\"ftsModel\": {\"start\": \"min\"}}"));
        double fast = finish(read("{\"ftsModel\": {\"start\": \"min\", \"increaseStep\": 10}}"));
        assertThat(fast).isLessThan(slow - 5);
    }

    private static double finish(Scenario scenario) {
        OptimizerRegistry registry = new OptimizerRegistry(
                new SumUtility(), scenario.details().settings().hyperParameters());
        SimulationResult run = new Simulation(
                        scenario,
                        "fts-model",
                        registry.find("fts-model").orElseThrow().factory(),
                        SimulationSettings.of(scenario),
                        1,
                        part -> {})
                .run();
        return run.summary().makespanSeconds();
    }
}
