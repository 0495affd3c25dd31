// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static io.tcn.core.optimizer.ModelNetwork.last;
import static io.tcn.core.optimizer.ModelNetwork.meanBps;
import static io.tcn.core.optimizer.ModelNetwork.meanTotalBps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utilities;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Connections that cost something: each further one has to bring the part K - 1 more.
class JustEnoughTest {
    private static final double GBPS = 1e9;

    private static Optimizer optimizer(String name, String utility) {
        return new OptimizerCatalog(Utilities.byName(utility), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find(name)
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(5));
    }

    private static double meanConnections(List<Interval> history, String pipe) {
        return history.stream()
                .mapToInt(interval -> interval.connections().getOrDefault(pipe, 0))
                .average()
                .orElseThrow();
    }

    /// A wide link and connections of 0.1 Gbit/s. T / 1.05^n is greatest at n = 1 / ln 1.05 = 20.5.
    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned"})
    void aPipeAloneStopsWhereOneMoreIsNotWorthIt(String name) {
        for (String utility : List.of("proportional", "sum")) {
            ModelNetwork wide = new ModelNetwork(1);
            wide.link("x", 100 * GBPS).ceiling(0.1 * GBPS);
            wide.pipe("p", "cms", "x").limits(1, 64);
            assertThat(meanConnections(last(20, wide.run(optimizer(name, utility), 60)), "p"))
                    .isGreaterThan(60);

            ModelNetwork same = new ModelNetwork(1);
            same.link("x", 100 * GBPS).ceiling(0.1 * GBPS);
            same.pipe("p", "cms", "x").limits(1, 64);
            assertThat(meanConnections(last(40, same.run(optimizer(name, utility + "+cost:1.05"), 100)), "p"))
                    .isEqualTo(20.5, within(3.0));
        }
    }

    /// Ten connections fill the link: there the cost of 2 % each changes nothing.
    @Test
    void whatNeedsFewHasThem() {
        ModelNetwork narrow = new ModelNetwork(1);
        narrow.link("x", 10 * GBPS).ceiling(GBPS);
        narrow.pipe("p", "cms", "x").limits(1, 64);
        List<Interval> end = last(20, narrow.run(optimizer("tcn", "proportional+cost:1.02"), 60));
        assertThat(meanTotalBps(end)).isGreaterThan(9.5 * GBPS);
        assertThat(meanConnections(end, "p")).isEqualTo(10, within(1.0));
    }

    /// Two pipes on a link with connections alike: still half each.
    @Test
    void sharesStayEven() {
        ModelNetwork shared = new ModelNetwork(1);
        shared.link("x", 10 * GBPS).ceiling(0.5 * GBPS);
        shared.pipe("p", "cms", "x").limits(1, 64);
        shared.pipe("q", "atlas", "x").limits(1, 64);
        List<Interval> end = last(20, shared.run(optimizer("tcn", "proportional+cost:1.02"), 100));
        assertThat(meanBps(end, "p")).isEqualTo(meanBps(end, "q"), within(0.5 * GBPS));
        assertThat(meanTotalBps(end)).isGreaterThan(9.4 * GBPS);
    }
}
