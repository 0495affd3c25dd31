// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static io.tcn.core.optimizer.ModelNetwork.last;
import static io.tcn.core.optimizer.ModelNetwork.meanTotalBps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.SumUtility;
import io.tcn.core.utility.Utilities;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The map tells capacities and nothing else, as ALTO does. What a connection carries, deterioration and
/// storages are for the optimizer to find out.
class CapacitiesOnlyTest {
    private static final double GBPS = 1e9;

    private static Optimizer optimizer(String name) {
        return new OptimizerCatalog(new SumUtility(), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find(name)
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(3));
    }

    /// A pipe whose connections carry so much at most, which nobody tells.
    private static void pipe(ModelNetwork network, String name, double ceilingBps, String... path) {
        network.link("access-" + name, 1000 * GBPS).ceiling(ceilingBps).ceilingHidden();
        String[] whole = new String[path.length + 1];
        System.arraycopy(path, 0, whole, 0, path.length);
        whole[path.length] = "access-" + name;
        network.pipe(name, "atlas", whole).limits(1, 100);
    }

    private static double meanConnections(List<Interval> history) {
        return history.stream()
                .mapToInt(interval -> interval.connections().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .average()
                .orElseThrow();
    }

    /// 33 connections of the first fill the link, or 500 of the second.
    @ParameterizedTest
    @ValueSource(strings = {"tcn", "tcn-first"})
    void connectionsThatDifferFillTheLink(String name) {
        ModelNetwork network = new ModelNetwork(1).noise(0.05);
        network.link("x", 10 * GBPS);
        pipe(network, "fast", 0.3 * GBPS, "x");
        pipe(network, "slow", 0.02 * GBPS, "x");
        List<Interval> history = network.run(optimizer(name), 100);
        assertThat(meanTotalBps(last(80, history))).isGreaterThan(0.95 * 10 * GBPS);
    }

    /// Six pipes share a full link evenly, and files keep two thirds of the connections from one interval to
    /// the next: who is given fewer moves as much for a while, and that is no reason to give it fewer still.
    @Test
    void anEvenShareComesToRestWhereFilesStay() {
        ModelNetwork network = new ModelNetwork(1).noise(0.05);
        network.link("x", GBPS);
        List<String> names = List.of("a", "b", "c", "d", "e", "f");
        for (String name : names) {
            pipe(network, name, 0.0625 * GBPS, "x");
            network.lineOf(name).stays(0.67);
        }
        Optimizer optimizer = new OptimizerCatalog(
                        Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find("tcn")
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(3));
        List<Interval> history = network.run(optimizer, 120);
        List<Interval> late = last(80, history);
        assertThat(meanTotalBps(late)).isGreaterThan(0.97 * GBPS);
        for (String name : names) {
            double[] decided = late.stream()
                    .mapToDouble(interval -> interval.decisionOn(name).realConnections())
                    .toArray();
            double mean = Arrays.stream(decided).average().orElseThrow();
            double deviation = Math.sqrt(Arrays.stream(decided)
                    .map(n -> (n - mean) * (n - mean))
                    .average()
                    .orElseThrow());
            assertThat(late.stream()
                            .mapToDouble(interval -> interval.of(name))
                            .average()
                            .orElseThrow())
                    .as("share of %s", name)
                    .isBetween(0.8 * GBPS / 6, 1.2 * GBPS / 6);
            assertThat(deviation).as("n of %s, %.1f in the mean", name, mean).isLessThan(0.08 * mean);
        }
    }

    /// With n connections the link carries 20 - (n - 20) Gbit/s, and they ask for n / 2: 26.67 get 13.33
    /// Gbit/s. With 40 connections, which the capacity of the map has room for, nothing moves.
    @Test
    void aCliffThatTheMapDoesNotTellIsFoundAndKept() {
        double[] shares = new double[12];
        for (int seed = 0; seed < shares.length; seed++) {
            ModelNetwork network = new ModelNetwork(seed + 1).noise(0.05);
            network.link("x", 20 * GBPS).deteriorates(20, GBPS).ceilingHidden();
            for (String name : List.of("a", "b", "c", "d")) {
                pipe(network, name, 0.5 * GBPS, "x");
            }
            List<Interval> history = network.run(optimizer("tcn"), 200);
            shares[seed] = meanTotalBps(last(180, history)) / (13.33 * GBPS);
            assertThat(shares[seed]).isGreaterThan(0.87);
            assertThat(meanConnections(last(100, history))).isLessThan(1.12 * 26.67);
        }
        assertThat(Arrays.stream(shares).average().orElseThrow()).isGreaterThan(0.9);
    }

    /// Six links, each with a pipe of its own, lose 5 % with each connection beyond 20; connections carry 1 to
    /// 3.5 % of their link, so that all carry most with 34 down to 24. Those that are full first show it for
    /// the others.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatConnectionsCostEverywhereIsLearntTogether(long seed) {
        ModelNetwork network = new ModelNetwork(seed).noise(0.11);
        double best = 0;
        for (int k = 1; k <= 6; k++) {
            double capacity = 10 * k * GBPS;
            double loss = 0.05 * capacity;
            double ceiling = 0.005 * (k + 1) * capacity;
            network.link("x" + k, capacity).deteriorates(20, loss).ceilingHidden();
            pipe(network, "p" + k, ceiling, "x" + k);
            best += ceiling * (capacity + 20 * loss) / (ceiling + loss);
        }
        List<Interval> history = network.run(optimizer("tcn"), 200);
        assertThat(meanTotalBps(last(150, history))).isGreaterThan(0.9 * best);
    }

    /// A step over the cliff of the test before is taken back, and that is told as such.
    @Test
    void whoGoesBackToTheBestSaysSo() {
        ModelNetwork network = new ModelNetwork(1).noise(0.05);
        network.link("x", 20 * GBPS).deteriorates(20, GBPS).ceilingHidden();
        for (String name : List.of("a", "b", "c", "d")) {
            pipe(network, name, 0.5 * GBPS, "x");
        }
        List<Interval> history = network.run(optimizer("tcn"), 200);
        assertThat(history.stream()
                        .map(interval -> interval.decisionOn("a").rationale().reason()))
                .contains(Reason.BACK_TO_BEST);
    }

    /// What a share lets is worked out anew in each interval, which is no change of what is asked.
    @Test
    void soItDoesWhileUsersHaveSharesElsewhere() {
        ModelNetwork network = new ModelNetwork(1).noise(0.05);
        network.link("x", 20 * GBPS).deteriorates(20, GBPS).ceilingHidden();
        for (String name : List.of("a", "b", "c", "d")) {
            pipe(network, name, 0.5 * GBPS, "x");
        }
        network.link("y", GBPS);
        pipe(network, "e", 0.5 * GBPS, "y");
        network.shares((net, constraints, pipes) -> List.of(new Constraint(
                ConstraintKind.SHARE, pipes.getLast().pipe().user(), ResourceId.of("y"), GBPS, new int[] {
                    pipes.size() - 1
                })));
        List<Interval> history = network.run(optimizer("tcn"), 200);
        assertThat(history.stream()
                        .map(interval -> interval.decisionOn("a").rationale().reason()))
                .contains(Reason.BACK_TO_BEST);
    }

    /// Of two pipes over a link of 20 Gbit/s one writes to a storage of 4: the other one may have 16.
    @Test
    void aStorageOfWhichNobodyKnowsLeavesItsShareToOthers() {
        ModelNetwork network = new ModelNetwork(1).noise(0.05);
        network.link("x", 20 * GBPS);
        network.link("storage", 4 * GBPS).hidden();
        pipe(network, "a", 0.4 * GBPS, "x", "storage");
        pipe(network, "b", 0.4 * GBPS, "x");
        List<Interval> history = network.run(optimizer("tcn"), 150);
        assertThat(meanTotalBps(last(100, history))).isGreaterThan(0.95 * 20 * GBPS);
        assertThat(meanConnections(last(100, history))).isLessThan(1.3 * 50);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.55, 0.8, 1.3, 1.5})
    void aWrongCapacityIsRefutedInBothDirections(double factor) {
        ModelNetwork network = new ModelNetwork(1).noise(0.05);
        network.link("x", 20 * GBPS).toldAs(factor);
        for (String name : List.of("a", "b", "c", "d", "e")) {
            pipe(network, name, 0.3 * GBPS, "x");
        }
        List<Interval> history = network.run(optimizer("tcn"), 150);
        assertThat(meanTotalBps(last(90, history))).isGreaterThan(0.95 * 20 * GBPS);
        assertThat(meanConnections(last(90, history))).isLessThan(1.3 * 67);
        // And the operator is told, with what is carried really.
        assertThat(history.getLast().decision().doubts()).singleElement().satisfies(doubt -> {
            assertThat(doubt.resource().value()).isEqualTo("x");
            assertThat(doubt.toldBps()).isCloseTo(factor * 20 * GBPS, withinPercentage(0.1));
            assertThat(doubt.measuredBps()).isCloseTo(20 * GBPS, withinPercentage(8));
            assertThat(doubt.isAbove()).isEqualTo(factor < 1);
        });
    }

    @Test
    void aRightCapacityIsNotDoubtedWhateverTheNoise() {
        for (long seed = 1; seed <= 10; seed++) {
            ModelNetwork network = new ModelNetwork(seed).noise(0.05);
            network.link("x", 20 * GBPS);
            network.link("y", 5 * GBPS);
            for (String name : List.of("a", "b", "c", "d")) {
                pipe(network, name, 0.3 * GBPS, "x");
                pipe(network, name + "y", 0.2 * GBPS, "x", "y");
            }
            assertThat(network.run(optimizer("tcn"), 150))
                    .allSatisfy(
                            interval -> assertThat(interval.decision().doubts()).isEmpty());
        }
    }

    /// 20 connections fill the link, then 40 are needed.
    @Test
    void connectionsThatBecomeSlowerAreFollowed() {
        ModelNetwork network = new ModelNetwork(1).noise(0.05);
        network.link("x", 10 * GBPS);
        pipe(network, "a", 0.5 * GBPS, "x");
        Optimizer optimizer = optimizer("tcn");
        network.run(optimizer, 60);
        network.linkOf("access-a").ceiling(0.25 * GBPS);
        List<Interval> slower = network.run(optimizer, 150);
        assertThat(meanTotalBps(last(50, slower))).isGreaterThan(0.9 * 10 * GBPS);
    }

    /// No map: each pipe has its own two storages, of which nothing is told. The connections of one become slower for
    /// good; it shares nothing that could tell what holds it back.
    @ParameterizedTest
    @ValueSource(doubles = {0.7, 0.25})
    void connectionsThatBecomeSlowerAreFollowedWhereNothingIsShared(double factor) {
        ModelNetwork network = new ModelNetwork(1).noise(0.04);
        for (String name : List.of("a", "b", "c", "d")) {
            network.link("to-" + name, 0.4 * GBPS).ceiling(0.02 * GBPS).hidden();
            network.pipe(name, "atlas", "to-" + name).limits(1, 100);
        }
        Optimizer optimizer = new OptimizerCatalog(
                        Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find("tcn")
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(3));
        network.run(optimizer, 60);
        network.linkOf("to-a").ceiling(factor * 0.02 * GBPS);
        List<Interval> slower = network.run(optimizer, 150);
        double reached = last(50, slower).stream()
                .mapToDouble(interval -> interval.of("a"))
                .average()
                .orElseThrow();
        assertThat(reached).isGreaterThan(0.8 * 0.4 * GBPS);
    }

    /// Pipes go and come, and their storages with them, while others are held back.
    @Test
    void pipesThatShareNothingComeAndGo() {
        ModelNetwork network = new ModelNetwork(1).noise(0.04);
        List<String> names = List.of("a", "b", "c", "d", "e", "f");
        for (String name : names) {
            network.link("to-" + name, 0.4 * GBPS).ceiling(0.02 * GBPS).hidden();
            network.pipe(name, "atlas", "to-" + name).limits(1, 100);
        }
        Optimizer optimizer = optimizer("tcn");
        List<Interval> history = List.of();
        for (int round = 0; round < 12; round++) {
            history = network.run(optimizer, 15);
            for (int i = 0; i < names.size(); i++) {
                network.lineOf(names.get(i)).present(round % 2 == 1 || i % (2 + round / 2) == 1);
            }
        }
        assertThat(meanTotalBps(last(5, history))).isGreaterThan(0.9 * 0.4 * GBPS);
    }

    /// Storages report every five seconds: an interval of ten sees one, two or three reports of a connection.
    @Test
    void reportsThatComeInBurstsDoNotHideWhatBinds() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("core", 0.192 * GBPS);
        for (String name : List.of("a", "b", "c", "d", "e", "f")) {
            pipe(network, name, 0.0125 * GBPS, "core");
        }
        network.meter((interval, pipe, bps) -> bps * (1 + 0.3 * Math.sin(2.1 * interval + pipe.charAt(0))));
        List<Interval> history = network.run(optimizer("tcn"), 150);
        assertThat(meanTotalBps(last(100, history))).isGreaterThan(0.9 * 0.192 * GBPS);
    }
}
