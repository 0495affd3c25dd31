// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static io.tcn.core.optimizer.ModelNetwork.last;
import static io.tcn.core.optimizer.ModelNetwork.meanBps;
import static io.tcn.core.optimizer.ModelNetwork.meanTotalBps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utilities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A resource that a single connection fills: nothing but the ratio of connections says who has how much of it.
class FullByOneConnectionTest {
    private static final double CAPACITY_BPS = 8e6;
    private static final int CASES = 60;

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

    private static ModelNetwork network() {
        ModelNetwork network = new ModelNetwork(5).noise(0.02);
        network.link("x", CAPACITY_BPS).ceilingHidden();
        return network;
    }

    /// Relative weights, as the control loop turns them into constraints.
    private static void share(ModelNetwork network, Map<String, Double> weights) {
        RelativeShares shares = new RelativeShares();
        network.shares((net, constraints, pipes) -> {
            List<ShareGroup.Member> members = new ArrayList<>();
            weights.forEach((user, weight) -> members.add(
                    new ShareGroup.Member(UserId.of(user), weight, net.members(pipes, user, net.linkOf("x")))));
            return shares.of(
                    List.of(new ShareGroup(ResourceId.of("x"), OptionalDouble.of(CAPACITY_BPS), members)),
                    constraints,
                    pipes);
        });
    }

    @ParameterizedTest
    @CsvSource({"tcn,proportional", "tcn,sum", "tcn-first,proportional", "tcn-learned,proportional"})
    void aRelativeWeightIsKept(String name, String utility) {
        ModelNetwork network = network();
        network.pipe("heavy", "heavy", "x").limits(1, 6);
        network.pipe("light", "light", "x").limits(1, 6);
        Optimizer optimizer = optimizer(name, utility);
        network.run(optimizer, 20);
        share(network, Map.of("heavy", 3.0, "light", 1.0));
        List<Interval> history = network.run(optimizer, 40);

        assertThat(meanBps(last(30, history), "heavy") / meanBps(last(30, history), "light"))
                .isCloseTo(3, within(0.75));
        assertThat(history)
                .allSatisfy(interval -> assertThat(interval.of("heavy")).isPositive());
    }

    @ParameterizedTest
    @CsvSource({"tcn,proportional", "tcn,sum", "tcn-first,proportional"})
    void aGuaranteeIsKept(String name, String utility) {
        ModelNetwork network = network();
        network.pipe("kept", "kept", "x").limits(1, 6);
        for (int i = 0; i < 3; i++) {
            network.pipe("crowd" + i, "crowd", "x").limits(1, 6);
        }
        Optimizer optimizer = optimizer(name, utility);
        network.run(optimizer, 20);
        network.guarantee("kept", "x", 5e6);
        List<Interval> history = network.run(optimizer, 40);

        assertThat(meanBps(last(30, history), "kept")).isGreaterThan(0.95 * 5e6);
    }

    @ParameterizedTest
    @CsvSource({"proportional", "sum"})
    void aBoundComesBeforeAWeight(String utility) {
        ModelNetwork network = network();
        network.pipe("bound", "bound", "x");
        network.pipe("other", "other", "x");
        Optimizer optimizer = optimizer("tcn", utility);
        network.bound("bound", "x", 1e6);
        network.run(optimizer, 20);
        share(network, Map.of("bound", 1.0, "other", 1.0));
        List<Interval> end = last(40, network.run(optimizer, 80));

        assertThat(meanBps(end, "bound")).isLessThan(1.05e6);
    }

    /// Four connections fill half of the link. Of whom something is guaranteed has one file at a time: it cannot use
    /// more,
    /// and nobody gives way for nothing.
    @ParameterizedTest
    @CsvSource({"proportional", "sum"})
    void forAGuaranteeThatIsNotUsedNobodyGivesWay(String utility) {
        ModelNetwork network = new ModelNetwork(5).noise(0.02);
        network.link("x", 100e6);
        for (String name : List.of("a", "b", "c", "d")) {
            network.link("of-" + name, 1e9).ceiling(10e6).ceilingHidden();
            network.pipe(name, "others", "x", "of-" + name).limits(1, 16);
        }
        network.link("of-kept", 1e9).ceiling(10e6).ceilingHidden();
        network.pipe("kept", "kept", "x", "of-kept").limits(1, 16).transfers(1);
        Optimizer optimizer = optimizer("tcn", utility);
        network.run(optimizer, 20);
        network.guarantee("kept", "x", 60e6);
        List<Interval> end = last(60, network.run(optimizer, 100));

        assertThat(meanTotalBps(end)).isGreaterThan(0.9 * 100e6);
    }

    /// What is slower, for it is held back elsewhere, needs no more connections than what they carry: those of others
    /// carry less instead. The pipe may have none at all, so that its last connection would be taken, too.
    @ParameterizedTest
    @CsvSource({"proportional", "sum"})
    void aGuaranteeOfSlowConnectionsIsKept(String utility) {
        ModelNetwork network = network();
        network.link("slow", 10 * CAPACITY_BPS).ceiling(0.4e6).ceilingHidden();
        network.pipe("kept", "kept", "x", "slow").limits(0, 16);
        network.pipe("other", "other", "x").limits(2, 16);
        network.pipe("another", "other", "x").limits(2, 16);
        Optimizer optimizer = optimizer("tcn", utility);
        network.run(optimizer, 20);
        network.guarantee("kept", "x", 2e6);
        List<Interval> end = last(40, network.run(optimizer, 60));

        assertThat(meanBps(end, "kept")).isGreaterThan(0.95 * 2e6);
        assertThat(meanTotalBps(end)).isGreaterThan(0.97 * CAPACITY_BPS);
    }

    /// A pipe that may have no connection, and of which all others leave nothing with their least ones, is tried for
    /// its guarantee at once, not in one of 32 intervals.
    @Test
    void aPipeWithoutAConnectionIsGivenOneForItsGuarantee() {
        ModelNetwork network = network();
        network.link("y", CAPACITY_BPS).ceilingHidden();
        network.pipe("kept", "kept", "x", "y").limits(0, 16);
        network.pipe("other-x", "other", "x").limits(2, 16);
        network.pipe("other-y", "other", "y").limits(2, 16);
        Optimizer optimizer = optimizer("tcn", "sum");
        network.run(optimizer, 20);
        network.guarantee("kept", "x", 2e6);
        List<Interval> soon = last(12, network.run(optimizer, 15));

        assertThat(meanBps(soon, "kept")).isGreaterThan(0.95 * 2e6);
    }

    /// The guarantee is of both pipes, and one of them has a bound elsewhere.
    @ParameterizedTest
    @CsvSource({"proportional", "sum"})
    void aBoundElsewhereComesBeforeAGuarantee(String utility) {
        ModelNetwork network = network();
        network.link("y", 2 * CAPACITY_BPS).ceilingHidden();
        network.pipe("kept-x", "kept", "x");
        network.pipe("kept-xy", "kept", "x", "y");
        network.pipe("other", "other", "x");
        Optimizer optimizer = optimizer("tcn", utility);
        network.bound("kept", "y", 1e6);
        network.run(optimizer, 20);
        network.guarantee("kept", "x", 5e6);
        List<Interval> end = last(40, network.run(optimizer, 80));

        assertThat(meanBps(end, "kept-xy")).isLessThan(1.1e6);
        assertThat(meanBps(end, "kept-x", "kept-xy")).isGreaterThan(0.95 * 5e6);
    }

    /// Whatever measurements err by: what is believed beyond the capacity, to see whether more is carried, is no room
    /// that others leave. From the fourth interval on, in which shares have found what everybody wants.
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.1, 0.2})
    void theyActAtOnce(double noise) {
        double heavy = 0;
        double light = 0;
        double kept = 0;
        for (int seed = 0; seed < 20; seed++) {
            List<Interval> weighted = weighted(seed, noise).subList(3, 15);
            heavy += meanBps(weighted, "heavy");
            light += meanBps(weighted, "light");
            kept += meanBps(guaranteed(seed, noise).subList(3, 15), "kept") / 20;
        }
        assertThat(heavy / light).isGreaterThan(2.7);
        assertThat(kept).isGreaterThan(5e6);
    }

    private static List<Interval> weighted(int seed, double noise) {
        ModelNetwork network = new ModelNetwork(seed).noise(noise);
        network.link("x", CAPACITY_BPS).ceilingHidden();
        network.pipe("heavy", "heavy", "x").limits(1, 6);
        network.pipe("light", "light", "x").limits(1, 6);
        Optimizer optimizer = optimizer("tcn", "proportional");
        network.run(optimizer, 20);
        share(network, Map.of("heavy", 3.0, "light", 1.0));
        return network.run(optimizer, 15);
    }

    private static List<Interval> guaranteed(int seed, double noise) {
        ModelNetwork network = new ModelNetwork(seed).noise(noise);
        network.link("x", CAPACITY_BPS).ceilingHidden();
        network.pipe("kept", "kept", "x").limits(1, 6);
        for (int i = 0; i < 3; i++) {
            network.pipe("crowd" + i, "crowd", "x").limits(1, 6);
        }
        Optimizer optimizer = optimizer("tcn", "proportional");
        network.run(optimizer, 20);
        network.guarantee("kept", "x", 5e6);
        return network.run(optimizer, 15);
    }

    /// Users with one to three pipes each, weights of one to five, and measurements that err by up to 5 %.
    @Test
    void weightsAreKeptWhateverTheirRatio() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            ModelNetwork network = new ModelNetwork(seed).noise(0.05 * random.nextDouble());
            network.link("x", CAPACITY_BPS).ceilingHidden();
            Map<String, Double> weights = new TreeMap<>();
            Map<String, Double> moved = new TreeMap<>();
            double sum = 0;
            for (int u = random.nextInt(2, 5); u > 0; u--) {
                String user = "u" + u;
                double weight = random.nextInt(1, 6);
                weights.put(user, weight);
                sum += weight;
                for (int p = random.nextInt(1, 4); p > 0; p--) {
                    network.pipe(user + "-" + p, user, "x");
                }
            }
            Optimizer optimizer = optimizer("tcn", random.nextBoolean() ? "proportional" : "sum");
            network.run(optimizer, random.nextInt(30));
            share(network, weights);
            List<Interval> end = last(40, network.run(optimizer, 80));
            for (String pipe : network.pipeNames()) {
                moved.merge(pipe.substring(0, 2), meanBps(end, pipe), Double::sum);
                assertThat(end)
                        .as("seed %d, %s", seed, pipe)
                        .allSatisfy(interval -> assertThat(interval.of(pipe)).isPositive());
            }
            for (Map.Entry<String, Double> user : weights.entrySet()) {
                assertThat(moved.getOrDefault(user.getKey(), 0.0) / CAPACITY_BPS)
                        .as("seed %d, share of %s of %s", seed, user, weights)
                        .isCloseTo(user.getValue() / sum, within(0.1));
            }
        }
    }

    /// One user is guaranteed a tenth to eight tenths, others have one to four pipes.
    @Test
    void aGuaranteeIsKeptHoweverManyTheOthersAre() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            ModelNetwork network = new ModelNetwork(seed).noise(0.05 * random.nextDouble());
            network.link("x", CAPACITY_BPS).ceilingHidden();
            network.pipe("kept", "kept", "x");
            int others = random.nextInt(1, 5);
            for (int i = 0; i < others; i++) {
                network.pipe("crowd" + i, "crowd", "x");
            }
            Optimizer optimizer = optimizer("tcn", random.nextBoolean() ? "proportional" : "sum");
            network.run(optimizer, random.nextInt(30));
            double guaranteed = (0.1 + 0.7 * random.nextDouble()) * CAPACITY_BPS;
            network.guarantee("kept", "x", guaranteed);
            List<Interval> end = last(40, network.run(optimizer, 80));

            assertThat(meanBps(end, "kept"))
                    .as("seed %d, %d others, %.2f guaranteed", seed, others, guaranteed / CAPACITY_BPS)
                    .isGreaterThan(0.95 * guaranteed);
            assertThat(meanTotalBps(end)).as("seed %d", seed).isGreaterThan(0.97 * CAPACITY_BPS);
        }
    }
}
