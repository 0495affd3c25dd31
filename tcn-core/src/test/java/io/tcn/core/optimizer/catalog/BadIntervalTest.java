// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static io.tcn.core.optimizer.ModelNetwork.last;
import static io.tcn.core.optimizer.ModelNetwork.meanTotalBps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.PipeObservationBuilder;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utilities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// One interval in which what is seen is nonsense must not be remembered for ever: not in n, momentum or step sizes,
/// not in estimates and not in prices. Whatever an optimizer makes of the interval itself, a failure included (the
/// loop then keeps n), it is where it would have been without it some intervals later. What was decided is no
/// measurement, and always right.
class BadIntervalTest {
    private static final double GBPS = 1e9;
    private static final int BEFORE = 40;
    private static final int AFTER = 80;

    /// FTS looks back for half an hour, which is 180 intervals; and then its n stays until an average that falls more
    /// and more slowly is equal to the one before to the last bit.
    private static final int AFTER_OF_FTS = 700;

    /// The last intervals are compared.
    private static final int COMPARED = 30;

    private static final Map<String, UnaryOperator<PipeObservationBuilder>> BAD = bad();

    private static Map<String, UnaryOperator<PipeObservationBuilder>> bad() {
        Map<String, UnaryOperator<PipeObservationBuilder>> bad = new LinkedHashMap<>();
        for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1e300, -1, 0, 1e-300, 1e300}) {
            bad.put("mean connections " + odd, pipe -> pipe.meanActiveConnections(odd));
            bad.put("deviation " + odd, pipe -> pipe.throughputStdBps(odd));
        }
        for (double odd : new double[] {0, Double.MIN_VALUE, 1e300, Double.MAX_VALUE}) {
            bad.put("throughput " + odd, pipe -> pipe.throughputBps(odd));
            bad.put("sums " + odd, pipe -> pipe.finishedBytesSquared(odd).finishedSeconds(odd));
            bad.put("round trip " + odd, pipe -> pipe.rttSeconds(odd));
        }
        for (int odd : new int[] {Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE}) {
            bad.put("connections " + odd, pipe -> pipe.activeConnections(odd).activeTransfers(odd));
            bad.put("queue " + odd, pipe -> pipe.queuedTransfers(odd));
        }
        for (long odd : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
            bad.put("bytes " + odd, pipe -> pipe.movedBytes(odd).finishedBytes(odd));
            bad.put(
                    "files " + odd,
                    pipe -> pipe.finishedTransfers(odd)
                            .failedAttempts(odd)
                            .retries(odd)
                            .retryableFailures(odd));
        }
        bad.put(
                "all of it",
                pipe -> pipe.throughputBps(1e300)
                        .throughputStdBps(Double.NaN)
                        .meanActiveConnections(1e-300)
                        .movedBytes(Long.MAX_VALUE));
        return bad;
    }

    /// Decides on nonsense once. Where that fails n stays, as in the loop.
    private static final class OnceBad implements Optimizer {
        private final Optimizer real;
        private final UnaryOperator<PipeObservationBuilder> bad;
        private @Nullable Decision before;
        private int decided;

        OnceBad(Optimizer real, UnaryOperator<PipeObservationBuilder> bad) {
            this.real = real;
            this.bad = bad;
        }

        @Override
        public Decision decide(Observation observation) {
            // The look at the start comes first.
            if (decided++ != BEFORE) {
                Decision decision = real.decide(observation);
                before = decision;
                return decision;
            }
            try {
                return real.decide(nonsense(observation));
            } catch (RuntimeException refused) {
                return Objects.requireNonNull(before);
            }
        }

        private Observation nonsense(Observation seen) {
            List<PipeObservation> pipes = new ArrayList<>();
            seen.pipes().forEach(pipe -> pipes.add(bad.apply(pipe.toBuilder()).build()));
            return new Observation(
                    seen.interval(),
                    seen.at(),
                    seen.length(),
                    pipes,
                    seen.map(),
                    seen.constraints(),
                    seen.connectionLimits(),
                    seen.users(),
                    seen.conflicts());
        }
    }

    private static OptimizerCatalog catalog() {
        return new OptimizerCatalog(
                Utilities.byName("proportional"),
                StartValue.MIN,
                FtsOptimizerSettings.DEFAULT.withInterval(Duration.ZERO));
    }

    /// Two links in a row, a pipe over each and one over both, a bound, a guarantee and a limit.
    private static ModelNetwork network() {
        ModelNetwork network = new ModelNetwork(5);
        network.link("x", 20 * GBPS).ceiling(GBPS);
        network.link("y", 30 * GBPS).ceiling(GBPS);
        network.pipe("a", "atlas", "x");
        network.pipe("b", "cms", "y");
        network.pipe("c", "lhcb", "x", "y");
        network.bound("cms", "y", 18.5 * GBPS).guarantee("lhcb", "x", 6 * GBPS);
        network.connectionLimit("all", 120, "a", "b", "c");
        return network;
    }

    private static List<ModelNetwork.Interval> run(String name, UnaryOperator<PipeObservationBuilder> bad) {
        Optimizer optimizer = catalog().find(name).orElseThrow().factory().create(new SplittableRandom(11));
        ModelNetwork network = network();
        List<ModelNetwork.Interval> history =
                network.run(new OnceBad(optimizer, bad), BEFORE + (name.equals("fts") ? AFTER_OF_FTS : AFTER));
        return history.subList(BEFORE, history.size());
    }

    @TestFactory
    List<DynamicTest> nonsenseOfOneIntervalIsNotRememberedForEver() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String name : catalog().names()) {
            double undisturbed = meanTotalBps(last(COMPARED, run(name, pipe -> pipe)));
            BAD.forEach((what, bad) ->
                    tests.add(DynamicTest.dynamicTest(name + ", " + what, () -> comesBack(name, bad, undisturbed))));
        }
        return tests;
    }

    private static void comesBack(String name, UnaryOperator<PipeObservationBuilder> bad, double undisturbedBps) {
        List<ModelNetwork.Interval> after = run(name, bad);
        for (ModelNetwork.Interval interval : after) {
            interval.decision().pipes().forEach(decided -> {
                assertThat(decided.tuning().connections()).isBetween(0, 64);
                assertThat(decided.realConnections()).isFinite();
            });
            interval.decision()
                    .constraints()
                    .forEach(report -> assertThat(report.price()).isFinite());
        }
        assertThat(meanTotalBps(last(COMPARED, after))).isGreaterThan(0.95 * undisturbedBps);
    }

    @Test
    void whatIsNoThroughputIsRefusedAtTheBorder() {
        PipeObservation seen = network()
                .step(catalog().find("tcn").orElseThrow().factory().create(new SplittableRandom(1)))
                .observation()
                .pipes()
                .getFirst();
        for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1}) {
            assertThatThrownBy(() -> seen.toBuilder().throughputBps(odd).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("throughput");
        }
    }
}
