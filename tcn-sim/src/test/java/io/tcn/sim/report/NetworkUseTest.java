// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.sim.run.BusyMoment;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.run.Worlds;
import io.tcn.sim.scenario.Scenario;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class NetworkUseTest {
    /// Pipes whose connections each carry as much as one can are limited by their number: the figure says what holds
    /// that, instead of an empty column.
    @Test
    void theBottleneckFigureNamesWhatHoldsTheConnections() {
        Scenario scenario = Worlds.shipped("paper-2");
        SimulationResult run = Worlds.run(scenario, "tcn", SimulationSettings.DEFAULT, 1);
        BusyMoment moment = Objects.requireNonNull(run.busiest());
        assertThat(moment.connectionsHeldBy()).hasSameSizeAs(run.pipes()).doesNotContain("");

        String figure = new NetworkUse(
                        new Comparison(
                                scenario,
                                SimulationSettings.DEFAULT,
                                List.of(new Comparison.OptimizerRuns("tcn", "", List.of(run)))),
                        run)
                .bottlenecks("who limits whom");

        assertThat(figure).contains("class=\"holds\"", " of user ");
        assertThat(figure.split("ceiling\\)", -1)).hasSameSizeAs(figure.split("class=\"holds\"", -1));
    }
}
