// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Bound;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.topology.Topology;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.ScenarioReader;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PaperScenariosTest {
    private static final Experiment HUNDRED =
            new Experiment("paper-3-esnet-100x500GB", Controls.WEIGHTS, 0, Terrain.USUAL);
    private static final Experiment ARRIVALS =
            new Experiment("paper-5-esnet-dynamic-50", Controls.BOUNDS, 0, Terrain.USUAL);

    @Test
    void theFirstSeedIsTheShippedFileOnAScaledNetwork() throws Exception {
        Scenario shipped = new ScenarioReader().read("paper-3-esnet-100x500GB", null);
        Scenario drawn = new PaperScenarios().of(HUNDRED, 1, PaperSetting.DEFAULT);
        assertThat(drawn.pipes()).isEqualTo(shipped.pipes());
        assertThat(drawn.transfers()).isEqualTo(shipped.transfers());
        for (int i = 0; i < shipped.topology().links().size(); i++) {
            Topology.Link link = shipped.topology().links().get(i);
            assertThat(drawn.topology().links().get(i).capacityGbps())
                    .isEqualTo(link.capacityGbps() * PaperSetting.DEFAULT.capacityScale());
        }
    }

    @Test
    void otherSeedsDrawOtherPairsOfLargeSitesEachOnce() {
        PaperScenarios scenarios = new PaperScenarios();
        Scenario two = scenarios.of(HUNDRED, 2, PaperSetting.DEFAULT);
        assertThat(new PaperScenarios().of(HUNDRED, 2, PaperSetting.DEFAULT)).isEqualTo(two);
        assertThat(scenarios.of(HUNDRED, 3, PaperSetting.DEFAULT).pipes()).isNotEqualTo(two.pipes());
        Set<List<String>> pairs = two.pipes().stream()
                .map(pipe -> List.of(pipe.from(), pipe.to()))
                .collect(Collectors.toSet());
        assertThat(pairs).hasSize(100);
        double least = 100 * PaperSetting.DEFAULT.capacityScale();
        Set<String> large = two.topology().allSites().stream()
                .filter(site -> site.capacityGbps() != null && site.capacityGbps() >= least - 1e-9)
                .map(Topology.Site::id)
                .collect(Collectors.toSet());
        assertThat(two.pipes()).extracting(PipeSpec::from).isSubsetOf(large);
        assertThat(two.pipes()).extracting(PipeSpec::to).isSubsetOf(large);
    }

    @Test
    void arrivalsRiseAndSizesAreThoseOfThePaper() {
        Scenario drawn = new PaperScenarios().of(ARRIVALS, 7, PaperSetting.DEFAULT);
        assertThat(drawn.transfers())
                .hasSize(50)
                .allSatisfy(
                        transfer -> assertThat(transfer.sizeBytes()).isBetween(2_000_000_000_000L, 6_000_000_000_000L));
        assertThat(drawn.transfers().stream().map(Scenario.TransferSpec::arrivalNanos))
                .isSorted();
    }

    @Test
    void theUsersSharesAreBoundsOrWeights() {
        assertThat(new PaperScenarios().of(HUNDRED, 2, PaperSetting.DEFAULT).controls())
                .hasSize(3)
                .allMatch(RelativeWeight.class::isInstance);
        assertThat(new PaperScenarios().of(ARRIVALS, 2, PaperSetting.DEFAULT).controls())
                .hasSize(3)
                .allMatch(Bound.class::isInstance);
    }
}
