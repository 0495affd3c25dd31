// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.run.Worlds;
import io.tcn.sim.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What scenarios of schema 2 add to `result.json`.
class ScenarioResultTest {
    private static JsonNode resultOf(String name) {
        Scenario scenario = Worlds.shipped(name);
        SimulationSettings settings = SimulationSettings.of(scenario);
        SimulationResult run = Worlds.run(scenario, "tcn", settings, 1);
        Comparison comparison =
                new Comparison(scenario, settings, List.of(new Comparison.OptimizerRuns("tcn", "none", List.of(run))));
        return new JsonMapper().readTree(ResultJson.of(comparison));
    }

    @Test
    void coflowsAndQuantilesAreInTheResult() {
        JsonNode json = resultOf("example-coflows");
        JsonNode run = json.at("/optimizers/0/runs/0");

        assertThat(run.get("coflows")).hasSize(2);
        assertThat(run.at("/coflows/0/name").stringValue()).isEqualTo("gather-2");
        assertThat(run.at("/coflows/1/completionSeconds").doubleValue()).isPositive();
        assertThat(run.at("/completions/exact").booleanValue()).isTrue();
        assertThat(run.at("/completions/p99Seconds").doubleValue())
                .isBetween(
                        run.at("/completions/p50Seconds").doubleValue(),
                        run.at("/completions/maxSeconds").doubleValue());
        assertThat(run.get("transfers")).hasSize(run.at("/completions/finished").intValue());
        assertThat(json.at("/settings/utility").stringValue()).isEqualTo("proportional");
    }

    @Test
    void controlsOfEachKindAreInTheResultWithTheirTimes() {
        JsonNode controls = resultOf("example-controls").at("/scenario/resourceControls");

        assertThat(controls.toString())
                .contains(
                        "\"guaranteeGbps\":0.5", "\"boundGbps\":3", "\"fromSeconds\":100.0", "\"untilSeconds\":300.0");
    }
}
