// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static io.tcn.core.optimizer.ModelNetwork.last;
import static io.tcn.core.optimizer.ModelNetwork.meanBps;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.ConstraintReport;
import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utilities;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Guarantees under the utility that would leave a pipe over many links at its least, and under fair ones.
class GuaranteeTest {
    private static final double GBPS = 1e9;

    private static Optimizer optimizer(String name) {
        return optimizer(name, "sum");
    }

    private static Optimizer optimizer(String name, String utility) {
        return new OptimizerCatalog(
                        Utilities.byName(utility),
                        StartValue.MIN,
                        FtsOptimizerSettings.DEFAULT.withInterval(Duration.ZERO))
                .find(name)
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(11));
    }

    /// A pipe alone on its link: its first connection is a fortieth of what is guaranteed, so that no step leads there
    /// at once. What that made the guarantee cost is over when it is kept.
    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first", "tcn-learned"})
    void aGuaranteeThatTookAWhileToReachIsNoCeiling(String name) {
        ModelNetwork network = new ModelNetwork(5);
        network.link("x", 100 * GBPS).ceiling(GBPS).ceilingHidden();
        network.pipe("a", "atlas", "x");
        network.guarantee("atlas", "x", 40 * GBPS);
        List<Interval> history = network.run(optimizer(name), 40);

        // M = 64 connections of 1 Gbit/s.
        assertThat(meanBps(last(10, history), "a")).isGreaterThan(0.98 * 64 * GBPS);
        assertThat(history.getLast().decision().constraints())
                .extracting(ConstraintReport::price)
                .containsExactly(0.0);
    }

    /// Three links with a pipe each, and one over all of them, which is worth a third of what it costs.
    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first"})
    void whatIsGuaranteedIsKeptInEveryIntervalOnceItIsReached(String name) {
        ModelNetwork network = new ModelNetwork(5);
        for (String link : List.of("x", "y", "z")) {
            network.link(link, 20 * GBPS).ceiling(0.5 * GBPS).ceilingHidden();
            network.pipe("over-" + link, "cms", link);
        }
        network.pipe("long", "atlas", "x", "y", "z");
        network.guarantee("atlas", "y", 8 * GBPS);
        List<Interval> history = network.run(optimizer(name), 120);

        assertThat(last(100, history))
                .allSatisfy(interval -> assertThat(interval.of("long")).isGreaterThan(0.93 * 8 * GBPS));
        // 3 x 12 for the short ones and 8 for the long one.
        assertThat(ModelNetwork.meanTotalBps(last(50, history))).isGreaterThan(0.97 * 44 * GBPS);
    }

    /// The same network; of 20 Gbit/s the fair ones would give the long pipe 5 and 7.3.
    @ParameterizedTest
    @ValueSource(strings = {"sum", "proportional", "alpha-fair:2"})
    void aGuaranteeIsKeptUnderEveryUtility(String utility) {
        ModelNetwork network = new ModelNetwork(5);
        for (String link : List.of("x", "y", "z")) {
            network.link(link, 20 * GBPS).ceiling(0.5 * GBPS).ceilingHidden();
            network.pipe("over-" + link, "cms", link);
        }
        network.pipe("long", "atlas", "x", "y", "z");
        network.guarantee("atlas", "y", 12 * GBPS);
        List<Interval> history = network.run(optimizer("tcn", utility), 120);

        assertThat(last(100, history))
                .allSatisfy(interval -> assertThat(interval.of("long")).isGreaterThan(0.93 * 12 * GBPS));
        // 3 x 8 for the short ones and 12 for the long one.
        assertThat(ModelNetwork.meanTotalBps(last(50, history))).isGreaterThan(0.95 * 36 * GBPS);
    }

    /// A guarantee and a bound of one user that cannot both be kept, for as long as the control plane runs: the bound
    /// is, and its price stays one that means something. When it is lifted the pipe is not held for long.
    @ParameterizedTest
    @ValueSource(strings = {"sum", "proportional"})
    void aBoundThatAGuaranteePressesAgainstCostsNoMoreEachInterval(String utility) {
        ModelNetwork network = new ModelNetwork(5);
        for (String link : List.of("x", "y")) {
            network.link(link, 20 * GBPS).ceiling(0.5 * GBPS).ceilingHidden();
        }
        network.pipe("both", "atlas", "x", "y");
        network.pipe("rest", "atlas", "y");
        network.pipe("other", "cms", "x");
        network.guarantee("atlas", "x", 10 * GBPS);
        network.bound("atlas", "y", 6 * GBPS);
        List<Interval> history = network.run(optimizer("tcn", utility), 300);

        assertThat(meanBps(last(100, history), "both") + meanBps(last(100, history), "rest"))
                .isBetween(5 * GBPS, 6.3 * GBPS);
        assertThat(meanBps(last(100, history), "both")).isGreaterThan(4.5 * GBPS);
        double dearest = history.subList(20, 40).stream()
                .flatMap(interval -> interval.decision().constraints().stream())
                .filter(report -> report.kind().isUpper())
                .mapToDouble(ConstraintReport::price)
                .max()
                .orElseThrow();
        assertThat(last(20, history))
                .allSatisfy(interval -> assertThat(interval.decision().constraints().stream()
                                .filter(report -> report.kind().isUpper())
                                .mapToDouble(ConstraintReport::price)
                                .max()
                                .orElseThrow())
                        .isLessThan(3 * dearest));
    }

    /// On two full links the fast connections of the guaranteed pipe get least beyond what they carry alone, and what
    /// holds it back looks like something of its own.
    @ParameterizedTest
    @ValueSource(strings = {"sum", "proportional"})
    void othersGiveWayWhereAGuaranteedPipeIsTheFastestOnFullLinks(String utility) {
        ModelNetwork network = new ModelNetwork(5);
        for (String link : List.of("x", "y")) {
            network.link(link, 10 * GBPS).ceiling(0.2 * GBPS).ceilingHidden();
            for (int k = 0; k < 3; k++) {
                network.pipe(link + k, "cms", link);
            }
        }
        network.pipe("both", "atlas", "x", "y");
        network.guarantee("atlas", "x", 5 * GBPS);
        List<Interval> history = network.run(optimizer("tcn", utility), 120);

        long shortIntervals = last(100, history).stream()
                .filter(interval -> interval.of("both") < 0.95 * 5 * GBPS)
                .count();
        assertThat(shortIntervals).isLessThan(5);
    }
}
