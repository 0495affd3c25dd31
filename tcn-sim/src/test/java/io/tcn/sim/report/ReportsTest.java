// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.run.Worlds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportsTest {
    private static final Comparison PAPER_TWO = paperTwo();

    private static Comparison paperTwo() {
        var scenario = Worlds.shipped("paper-2");
        List<Comparison.OptimizerRuns> optimizers = List.of("fts", "tcn-zero").stream()
                .map(name -> new Comparison.OptimizerRuns(
                        name,
                        "settings of " + name,
                        List.of(
                                Worlds.run(scenario, name, SimulationSettings.DEFAULT, 1),
                                Worlds.run(scenario, name, SimulationSettings.DEFAULT, 2))))
                .toList();
        return new Comparison(scenario, SimulationSettings.DEFAULT, optimizers);
    }

    @Test
    void theSameSeedGivesTheSameResultByteForByte() {
        assertThat(ResultJson.of(PAPER_TWO)).isEqualTo(ResultJson.of(paperTwo()));
    }

    @Test
    void theResultHoldsEveryRunWithItsTransfersAndIntervals() {
        JsonNode json = JsonMapper.builder().build().readTree(ResultJson.of(PAPER_TWO));

        assertThat(json.get("kind").stringValue()).isEqualTo("tcn-replay");
        assertThat(json.get("schema").intValue()).isEqualTo(1);
        assertThat(json.get("settings").get("connectionsMax").intValue()).isEqualTo(100);
        JsonNode run = json.get("optimizers").get(1).get("runs").get(1);
        assertThat(run.get("seed").intValue()).isEqualTo(2);
        assertThat(run.get("transfers").size()).isEqualTo(30);
        assertThat(run.get("transfers").get(0).get("state").stringValue()).isEqualTo("FINISHED");
        assertThat(run.get("intervals").get("utilityGbps").size())
                .isEqualTo(run.get("intervals").get("endSeconds").size());
        assertThat(json.get("optimizers")
                        .get(0)
                        .get("summary")
                        .get("fctMeanSeconds")
                        .get("median")
                        .isNumber())
                .isTrue();
    }

    @Test
    void thePageNeedsNothingElse() {
        String html = new String(HtmlReport.of(PAPER_TWO), StandardCharsets.UTF_8);

        assertThat(html)
                .contains("<svg", "prefers-color-scheme: dark", "Completion times", "settings of tcn-zero")
                .doesNotContain("http://", "https://", "<script", "NaN");
    }

    @Test
    void theTableComparesWithTheFirstOptimizer() {
        List<String> lines = TerminalTable.of(PAPER_TWO);

        assertThat(lines.getFirst()).contains("fts", "tcn-zero", "/ fts");
        assertThat(lines).anyMatch(line -> line.startsWith("mean FCT") && line.endsWith("x"));
    }

    @Test
    void aSpreadIsMedianLeastAndHighestOfWhatHasAValue() {
        assertThat(Spread.of(new double[] {4, Double.NaN, 1, 2})).isEqualTo(new Spread(2, 1, 4, 3));
        assertThat(Spread.of(new double[] {1, 2}).median()).isEqualTo(1.5);
        assertThat(Spread.of(new double[] {}).median()).isNaN();
    }
}
