// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static io.tcn.core.optimizer.ModelNetwork.last;
import static io.tcn.core.optimizer.ModelNetwork.meanBps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.optimizer.ascent.AscentSettings;
import io.tcn.core.optimizer.composed.ComposedFactory;
import io.tcn.core.optimizer.start.FirstConnections;
import io.tcn.core.utility.SumUtility;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RelativeSharesTest {
    private static final double GBPS = 1e9;
    private static final int CASES = 1000;

    /// Weights of users on the link `x`, worked out from what the pipes of a network did.
    private static void share(ModelNetwork network, Map<String, Double> weights, OptionalDouble capacityBps) {
        RelativeShares shares = new RelativeShares();
        network.shares((net, constraints, pipes) ->
                shares.of(List.of(group(net, pipes, weights, capacityBps)), constraints, pipes));
    }

    private static ShareGroup group(
            ModelNetwork network, List<PipeObservation> pipes, Map<String, Double> weights, OptionalDouble capacity) {
        List<ShareGroup.Member> members = new ArrayList<>();
        weights.forEach((user, weight) -> members.add(
                new ShareGroup.Member(UserId.of(user), weight, network.members(pipes, user, network.linkOf("x")))));
        return new ShareGroup(ResourceId.of("x"), capacity, members);
    }

    private static List<Interval> settled(ModelNetwork network, int intervals, long seed) {
        List<Interval> history = network.run(
                new ComposedFactory(AscentSettings.DEFAULT, new SumUtility(), FirstConnections.AS_SET)
                        .create(new SplittableRandom(seed)),
                intervals);
        return last(20, history);
    }

    @Test
    void usersOfAFullLinkGetTheirWeightsWithinTwoPercent() {
        List<String> slow = new ArrayList<>();
        for (int seed = 0; seed < CASES; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            boolean known = seed % 2 == 0;
            ModelNetwork network = new ModelNetwork(seed);
            ModelNetwork.Link link =
                    network.link("x", 100 * GBPS).ceiling(0.5 * GBPS).deteriorates(200, 0.1 * GBPS);
            if (!known) {
                link.hidden();
            }
            Map<String, Double> weights = new TreeMap<>();
            int users = random.nextInt(2, 5);
            double sum = 0;
            for (int u = 0; u < users; u++) {
                double weight = random.nextInt(1, 6);
                sum += weight;
                weights.put("u" + u, weight);
                for (int p = random.nextInt(1, 4); p > 0; p--) {
                    network.pipe("u" + u + "-" + p, "u" + u, "x").limits(1, 400);
                }
            }
            share(network, weights, known ? OptionalDouble.of(100 * GBPS) : OptionalDouble.empty());

            List<Interval> end = settled(network, 90, seed);

            double total = ModelNetwork.meanTotalBps(end);
            assertThat(total).as("work-conserving, seed " + seed).isGreaterThan(95 * GBPS);
            for (Map.Entry<String, Double> user : weights.entrySet()) {
                String[] pipes = network.pipeNames().stream()
                        .filter(name -> name.startsWith(user.getKey() + "-"))
                        .toArray(String[]::new);
                double share = meanBps(end, pipes) / total;
                String what = "share of " + user + " of " + weights + ", capacity known: " + known + ", seed " + seed;
                if (known) {
                    assertThat(share).as(what).isCloseTo(user.getValue() / sum, within(0.02));
                } else if (Math.abs(share - user.getValue() / sum) > 0.02) {
                    slow.add(what);
                }
            }
        }
        // Where only what is carried is known, users may come to their shares slowly, in 300 intervals: 2 pairs of 500.
        assertThat(slow).hasSizeLessThanOrEqualTo(4);
    }

    /// Reports that were held up come in one interval. What the link carries was overrated for minutes.
    @Test
    void bytesOfManySecondsInOneIntervalDoNotLiftTheSharesForLong() {
        RelativeShares shares = new RelativeShares();
        double bounds = 0;
        for (int interval = 0; interval < 30; interval++) {
            double late = interval == 20 ? 10 : 1;
            List<PipeObservation> pipes = List.of(
                    Watched.running(Watched.pipe("a", 1, 400), 90, 90, 1000, late * 75 * GBPS),
                    Watched.running(Watched.pipe("b", 1, 400), 30, 30, 1000, 25 * GBPS));
            ShareGroup group = new ShareGroup(
                    ResourceId.of("x"),
                    OptionalDouble.empty(),
                    List.of(
                            new ShareGroup.Member(UserId.of("atlas"), 3, new int[] {0}),
                            new ShareGroup.Member(UserId.of("cms"), 1, new int[] {1})));
            bounds = shares.of(List.of(group), List.of(), pipes).stream()
                    .mapToDouble(Constraint::limitBps)
                    .sum();
            if (interval >= 18) {
                assertThat(bounds).as("interval %s", interval).isBetween(95 * GBPS, 160 * GBPS);
            }
        }
    }

    /// Nobody knows what the link carries, and a user has only one small file left: what it moved before was kept for
    /// it.
    @Test
    void whatAUserMovedIsNotKeptForItOnceItHasNothingMore() {
        TwoUsers users = new TwoUsers(1, 1);
        users.bBps = 5 * GBPS;
        for (int i = 0; i < 30; i++) {
            users.interval(50, 1000, 5 * GBPS, 5 * GBPS);
        }
        for (int i = 0; i < 60; i++) {
            users.interval(1, 0, 0.1 * GBPS, 9.9 * GBPS);
        }
        assertThat(users.bBps).isGreaterThan(9 * GBPS);
    }

    /// Its own storage limits the first to a tenth of the link, of which nobody knows what it carries. The second had a
    /// third of that until it got more to move: that is its part of what is carried, and so it stayed.
    @Test
    void aUserThatIsLimitedElsewhereHoldsNobodyAtHisPartOfWhatItMoves() {
        TwoUsers users = new TwoUsers(3, 1);
        users.bBps = 0.3 * GBPS;
        for (int i = 0; i < 300; i++) {
            users.interval(10, 1000, GBPS, 0.3 * GBPS);
        }
        for (int i = 0; i < 200; i++) {
            users.interval(10, 1000, GBPS, 9 * GBPS);
        }
        assertThat(users.bBps).isGreaterThan(8 * GBPS);
    }

    /// One pipe each on a link of which nobody knows what it carries.
    private static final class TwoUsers {
        private final RelativeShares shares = new RelativeShares();
        private final double weightOfA;
        private final double weightOfB;
        private double bBps;
        private double boundBps = Double.POSITIVE_INFINITY;

        TwoUsers(double weightOfA, double weightOfB) {
            this.weightOfA = weightOfA;
            this.weightOfB = weightOfB;
        }

        /// The second grows by a quarter at most, up to its bound.
        void interval(int connectionsOfA, int queuedOfA, double aBps, double mostOfB) {
            bBps = Math.min(Math.min(1.25 * bBps, boundBps), mostOfB);
            List<PipeObservation> pipes = List.of(
                    Watched.running(Watched.pipe("a", 1, 400), connectionsOfA, connectionsOfA, queuedOfA, aBps),
                    Watched.running(Watched.pipe("b", 1, 400), 50, 50, 1000, bBps));
            ShareGroup group = new ShareGroup(
                    ResourceId.of("x"),
                    OptionalDouble.empty(),
                    List.of(
                            new ShareGroup.Member(UserId.of("a"), weightOfA, new int[] {0}),
                            new ShareGroup.Member(UserId.of("b"), weightOfB, new int[] {1})));
            boundBps = Double.POSITIVE_INFINITY;
            for (Constraint share : shares.of(List.of(group), List.of(), pipes)) {
                boundBps = share.user().equals(UserId.of("b")) ? share.limitBps() : boundBps;
            }
        }
    }

    @Test
    void whatAUserLeavesTheOthersTake() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 100 * GBPS).ceiling(GBPS);
        network.link("narrow", 5 * GBPS).ceiling(GBPS);
        network.pipe("a", "atlas", "x", "narrow");
        network.pipe("b", "cms", "x").limits(1, 200);
        share(network, Map.of("atlas", 1.0, "cms", 1.0), OptionalDouble.of(100 * GBPS));

        List<Interval> end = settled(network, 80, 1);

        // The other link leaves 5 of its 50 to atlas: cms may take 95.
        assertThat(meanBps(end, "a")).isGreaterThan(4.7 * GBPS);
        assertThat(meanBps(end, "b")).isGreaterThan(0.97 * 95 * GBPS);
    }

    @Test
    void aUserThatComesBackHasItsShareWithinTwentyIntervals() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 100 * GBPS).ceiling(GBPS);
        network.pipe("a", "atlas", "x").limits(1, 200).transfers(0);
        network.pipe("b", "cms", "x").limits(1, 200);
        share(network, Map.of("atlas", 3.0, "cms", 1.0), OptionalDouble.of(100 * GBPS));
        var optimizer = new ComposedFactory(AscentSettings.DEFAULT, new SumUtility(), FirstConnections.AS_SET)
                .create(new SplittableRandom(1));

        List<Interval> alone = network.run(optimizer, 60);
        network.lineOf("a").transfers(ModelNetwork.PLENTY);
        List<Interval> together = network.run(optimizer, 40);

        assertThat(meanBps(last(10, alone), "b")).isGreaterThan(97 * GBPS);
        assertThat(meanBps(last(20, together), "a")).isCloseTo(75 * GBPS, within(2 * GBPS));
        assertThat(meanBps(last(20, together), "b")).isCloseTo(25 * GBPS, within(2 * GBPS));
    }

    @Test
    void aGuaranteeComesBeforeTheWeights() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 100 * GBPS).ceiling(GBPS);
        network.pipe("a", "atlas", "x").limits(1, 200);
        network.pipe("b", "cms", "x").limits(1, 200);
        network.pipe("c", "lhcb", "x").limits(1, 200);
        network.guarantee("atlas", "x", 40 * GBPS);
        RelativeShares shares = new RelativeShares();
        network.shares((net, constraints, pipes) -> shares.of(
                List.of(new ShareGroup(
                        ResourceId.of("x"),
                        OptionalDouble.of(100 * GBPS),
                        List.of(
                                member(net, pipes, "atlas", 1),
                                member(net, pipes, "cms", 8),
                                member(net, pipes, "lhcb", 1)))),
                constraints,
                pipes));

        List<Interval> end = settled(network, 90, 1);

        assertThat(meanBps(end, "a")).isCloseTo(40 * GBPS, within(2 * GBPS));
        assertThat(meanBps(end, "b") / meanBps(end, "c")).isCloseTo(8, within(1.0));
        assertThat(ModelNetwork.meanTotalBps(end)).isGreaterThan(96 * GBPS);
    }

    /// A pipe that is guaranteed 40 Gbit/s on the link `y` goes over `x` too, where its user's weight is a tenth.
    private static ModelNetwork guaranteedElsewhere() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 100 * GBPS).ceiling(GBPS);
        network.link("y", 100 * GBPS).ceiling(GBPS);
        network.pipe("a", "atlas", "y", "x").limits(1, 200);
        network.pipe("b", "cms", "x").limits(1, 200);
        network.guarantee("atlas", "y", 40 * GBPS);
        share(network, Map.of("atlas", 1.0, "cms", 9.0), OptionalDouble.of(100 * GBPS));
        return network;
    }

    /// The link of the guarantee is shared with nobody, and the one after it by weights that give its user a tenth.
    @Test
    void aGuaranteeElsewhereOnTheWayComesBeforeTheWeights() {
        ModelNetwork network = guaranteedElsewhere();

        List<Interval> end = settled(network, 90, 1);

        assertThat(meanBps(end, "a")).isBetween(39.5 * GBPS, 45 * GBPS);
        assertThat(ModelNetwork.meanTotalBps(end)).isGreaterThan(96 * GBPS);
    }

    /// Of a guarantee that two pipes keep together, what one of them moves by another way counts.
    @Test
    void whatOtherWaysCarryIsNotNeededHere() {
        ModelNetwork network = guaranteedElsewhere();
        network.pipe("free", "atlas", "y").limits(1, 200);

        List<Interval> end = settled(network, 90, 1);

        assertThat(meanBps(end, "a", "free")).isGreaterThan(90 * GBPS);
        assertThat(meanBps(end, "a")).isCloseTo(10 * GBPS, within(2 * GBPS));
    }

    /// A pipe that cannot use what its guarantee asks for gives its user nothing to take for other pipes.
    @Test
    void aGuaranteeThatItsPipeCannotUseGivesOtherPipesOfTheUserNoMore() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 100 * GBPS).ceiling(GBPS);
        network.link("y", 100 * GBPS).ceiling(GBPS);
        network.pipe("few", "atlas", "y", "x").limits(1, 300).transfers(3);
        network.pipe("other", "atlas", "x").limits(1, 300);
        network.pipe("b", "cms", "x").limits(1, 300);
        network.guarantee("atlas", "y", 40 * GBPS);
        share(network, Map.of("atlas", 1.0, "cms", 9.0), OptionalDouble.of(100 * GBPS));

        List<Interval> end = settled(network, 90, 1);

        // Its weight gives the user 10 Gbit/s, of which the guaranteed pipe can use 3.
        assertThat(meanBps(end, "b")).isGreaterThan(80 * GBPS);
    }

    /// The room beyond guarantees is there where nobody owed something by weight has to give it.
    @Test
    void whatGuaranteesElsewhereLeaveIsSharedByWeight() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 100 * GBPS).ceiling(GBPS);
        Map<String, Double> weights = new TreeMap<>(Map.of("rest", 7.0));
        for (String user : List.of("atlas", "cms", "lhcb")) {
            network.link(user, 100 * GBPS).ceiling(GBPS);
            network.pipe(user, user, user, "x").limits(1, 300);
            network.guarantee(user, user, 28 * GBPS);
            weights.put(user, 1.0);
        }
        network.pipe("rest", "rest", "x").limits(1, 300);
        share(network, weights, OptionalDouble.of(100 * GBPS));

        List<Interval> end = settled(network, 90, 1);

        assertThat(meanBps(end, "atlas", "cms", "lhcb")).isGreaterThan(0.97 * 84 * GBPS);
        // 16 Gbit/s are left.
        assertThat(meanBps(end, "rest")).isGreaterThan(12 * GBPS);
    }

    /// The map tells half of the link; what is guaranteed is more than that, and has been carried.
    @Test
    void aGuaranteeAboveACapacityToldTooSmallLeavesTheOthersTheRestOfTheLink() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 20 * GBPS).ceiling(0.5 * GBPS).ceilingHidden().toldAs(0.5);
        network.pipe("a", "atlas", "x").limits(1, 300);
        network.pipe("b", "cms", "x").limits(1, 300);
        network.guarantee("atlas", "x", 12 * GBPS);
        share(network, Map.of("atlas", 1.0, "cms", 1.0), OptionalDouble.of(10 * GBPS));

        List<Interval> end = settled(network, 120, 1);

        assertThat(meanBps(end, "a")).isGreaterThan(0.95 * 12 * GBPS);
        assertThat(ModelNetwork.meanTotalBps(end)).isGreaterThan(18 * GBPS);
        assertThat(meanBps(end, "b")).isGreaterThan(4 * GBPS);
    }

    private static ShareGroup.Member member(
            ModelNetwork network, List<PipeObservation> pipes, String user, double weight) {
        return new ShareGroup.Member(UserId.of(user), weight, network.members(pipes, user, network.linkOf("x")));
    }

    @Test
    void whereThereIsRoomNobodyIsBounded() {
        ModelNetwork network = new ModelNetwork(1);
        network.link("x", 1000 * GBPS).ceiling(GBPS);
        network.pipe("a", "atlas", "x");
        network.pipe("b", "cms", "x");
        share(network, Map.of("atlas", 1.0, "cms", 9.0), OptionalDouble.of(1000 * GBPS));

        List<Interval> end = settled(network, 60, 1);

        // M = 64 connections of 1 Gbit/s each.
        assertThat(meanBps(end, "a")).isCloseTo(64 * GBPS, within(GBPS));
        assertThat(end.getLast().observation().constraints()).isEmpty();
    }

    @Test
    void withoutGroupsThereIsNothingToShare() {
        assertThat(new RelativeShares().of(List.of(), List.of(), List.of())).isEqualTo(List.<Constraint>of());
    }

    /// One has its single connection, and moves the less the more connections the other has: the other is not given
    /// what
    /// it takes.
    @Test
    void whoIsCrowdedOutKeepsItsShare() {
        RelativeShares shares = new RelativeShares();
        ShareGroup group = new ShareGroup(
                ResourceId.of("x"),
                OptionalDouble.of(10 * GBPS),
                List.of(
                        new ShareGroup.Member(UserId.of("few"), 1, new int[] {0}),
                        new ShareGroup.Member(UserId.of("many"), 3, new int[] {1})));
        double most = 0;
        for (int n = 4; n < 24; n++) {
            // Beyond its first connections each takes an even part of the link.
            double each = 10 * GBPS / (n + 1);
            List<PipeObservation> pipes = List.of(
                    Watched.busy(Watched.pipe("few", 1, 40), 1, each),
                    Watched.busy(Watched.pipe("many", 1, 40), n, n * each));
            most = shares.of(List.of(group), List.of(), pipes).stream()
                    .filter(share -> share.user().equals(UserId.of("many")))
                    .mapToDouble(Constraint::limitBps)
                    .findFirst()
                    .orElseThrow();
        }
        assertThat(most).isLessThan(8.7 * GBPS);
    }

    /// One loses its last pipe over a link in the interval in which another one gets its first.
    @Test
    void whatAUserMovedIsNotTakenForAnothers() {
        RelativeShares shares = new RelativeShares();
        for (int k = 0; k < 3; k++) {
            bounds(shares, "atlas", 8, 2);
        }
        assertThat(bounds(shares, "belle", 0.1, 9.9).stream()
                        .filter(share -> share.user().equals(UserId.of("cms")))
                        .mapToDouble(Constraint::limitBps)
                        .min()
                        .orElse(Double.POSITIVE_INFINITY))
                .isGreaterThan(8.5 * GBPS);
    }

    /// Two users of a link of 10 Gbit/s with equal weights, and what they move.
    private static List<Constraint> bounds(RelativeShares shares, String first, double gbps, double gbpsOfCms) {
        ShareGroup group = new ShareGroup(
                ResourceId.of("x"),
                OptionalDouble.of(10 * GBPS),
                List.of(
                        new ShareGroup.Member(UserId.of(first), 1, new int[] {0}),
                        new ShareGroup.Member(UserId.of("cms"), 1, new int[] {1})));
        return shares.of(
                List.of(group),
                List.of(),
                List.of(
                        Watched.busy(Watched.pipe(first, 1, 40), Math.max(1, (int) gbps), gbps * GBPS),
                        Watched.busy(Watched.pipe("cms", 1, 40), (int) gbpsOfCms, gbpsOfCms * GBPS)));
    }
}
