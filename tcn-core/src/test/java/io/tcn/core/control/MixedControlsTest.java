// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static io.tcn.core.optimizer.ModelNetwork.last;
import static io.tcn.core.optimizer.ModelNetwork.meanBps;
import static io.tcn.core.optimizer.ModelNetwork.meanTotalBps;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.ModelNetwork.Interval;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.Utilities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Small random networks in which users have bounds, guarantees and weights at once, and pipes limits on connections.
/// All of them can be kept: they are drawn around what some numbers of connections move.
class MixedControlsTest {
    private static final int CASES = 150;

    /// Guarantees of so many cases in a hundred may be short.
    private static final int MOST_SHORT = 6;

    @SuppressWarnings("ArrayRecordComponent") // never changed or compared
    private record Control(ConstraintKind kind, String user, String link, double bps, String[] pipes) {}

    private static final class Case {
        private final Random random;
        private final ModelNetwork network;
        private final double unit;
        private final List<String> links = new ArrayList<>();
        private final List<String> users = new ArrayList<>();
        private final Set<String> hidden = new HashSet<>();
        private final Map<String, List<String>> paths = new TreeMap<>();
        private final List<Control> controls = new ArrayList<>();

        /// Pipes with few transfers, which need not take what they might.
        private final Set<String> few = new HashSet<>();

        /// Pipes that a bound or a limit may keep below their least number of connections.
        private final Set<String> held = new HashSet<>();

        private double reachableBps;

        Case(long seed) {
            random = Random.from(new SplittableRandom(seed));
            network = new ModelNetwork(seed).noise(random.nextBoolean() ? 0 : 0.05 * random.nextDouble());
            unit = Math.pow(10, random.nextInt(6, 12));
            drawLinks();
            drawPipes();
            drawControls();
        }

        private void drawLinks() {
            for (int l = random.nextInt(1, 4); l > 0; l--) {
                links.add("l" + l);
                ModelNetwork.Link link = network.link("l" + l, unit * (1 + 9 * random.nextDouble()));
                if (random.nextInt(3) > 0) {
                    link.ceiling(unit * (0.05 + random.nextDouble()));
                }
                if (random.nextInt(3) > 0) {
                    link.ceilingHidden();
                }
                if (random.nextInt(5) == 0) {
                    link.hidden();
                    hidden.add("l" + l);
                }
            }
        }

        private void drawPipes() {
            for (int u = random.nextInt(2, 4); u > 0; u--) {
                users.add("u" + u);
                for (int p = random.nextInt(1, 4); p > 0; p--) {
                    drawPipe("u" + u + "-" + p, "u" + u);
                }
            }
        }

        private void drawPipe(String name, String user) {
            List<String> path =
                    links.stream().filter(link -> random.nextInt(3) > 0).toList();
            List<String> taken = path.isEmpty() ? links.subList(0, 1) : path;
            paths.put(name, taken);
            ModelNetwork.Line line = network.pipe(name, user, taken.toArray(String[]::new));
            int min = random.nextInt(4) == 0 ? 0 : random.nextInt(1, 3);
            line.limits(min, random.nextBoolean() ? 64 : random.nextInt(2, 12));
            if (random.nextInt(4) == 0) {
                line.stays(0.8 * random.nextDouble());
            }
            if (random.nextInt(6) == 0) {
                line.transfers(random.nextInt(6));
                few.add(name);
            }
            if (min == 0) {
                held.add(name);
            }
        }

        private void drawControls() {
            Map<String, Integer> connections = new TreeMap<>();
            for (String pipe : paths.keySet()) {
                var limits = network.lineOf(pipe).pipe().limits();
                connections.put(
                        pipe,
                        random.nextInt(
                                Math.max(1, limits.minConnections()), Math.min(12, limits.maxConnections()) + 1));
            }
            Map<String, Double> moved = network.throughputBps(connections);
            reachableBps =
                    moved.values().stream().mapToDouble(Double::doubleValue).sum();
            for (String link : links) {
                for (String user : users) {
                    String[] pipes = pipes(user, link);
                    double usedBps = 0;
                    for (String pipe : pipes) {
                        usedBps += moved.getOrDefault(pipe, 0.0);
                    }
                    drawControls(user, link, usedBps, pipes);
                }
            }
            if (random.nextInt(4) == 0) {
                String[] some = paths.keySet().stream()
                        .filter(p -> random.nextBoolean())
                        .toArray(String[]::new);
                held.addAll(List.of(some));
                int sum = 0;
                for (String pipe : some) {
                    sum += connections.getOrDefault(pipe, 0);
                }
                network.connectionLimit("some", Math.max(1, sum), some);
            }
            if (random.nextBoolean()) {
                share(links.getFirst());
            }
        }

        private void drawControls(String user, String link, double usedBps, String[] pipes) {
            if (pipes.length > 0 && random.nextInt(3) == 0) {
                double boundBps = usedBps * (1.05 + random.nextDouble());
                controls.add(new Control(ConstraintKind.BOUND, user, link, boundBps, pipes));
                held.addAll(List.of(pipes));
            }
            if (pipes.length > 0 && random.nextInt(3) == 0) {
                double guaranteedBps = usedBps * (0.3 + 0.5 * random.nextDouble());
                controls.add(new Control(ConstraintKind.GUARANTEE, user, link, guaranteedBps, pipes));
            }
        }

        private String[] pipes(String user, String link) {
            return paths.keySet().stream()
                    .filter(pipe -> pipe.startsWith(user)
                            && paths.getOrDefault(pipe, List.of()).contains(link))
                    .toArray(String[]::new);
        }

        private void share(String link) {
            RelativeShares shares = new RelativeShares();
            Map<String, Double> weights = new TreeMap<>();
            users.forEach(user -> weights.put(user, (double) random.nextInt(1, 6)));
            OptionalDouble capacityBps = hidden.contains(link)
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(network.linkOf(link).capacityBps());
            network.shares((net, constraints, pipes) -> shares.of(
                    List.of(new ShareGroup(ResourceId.of(link), capacityBps, members(link, weights, pipes))),
                    constraints,
                    pipes));
        }

        private List<ShareGroup.Member> members(
                String link, Map<String, Double> weights, List<PipeObservation> observed) {
            return users.stream()
                    .filter(user -> pipes(user, link).length > 0)
                    .map(user -> new ShareGroup.Member(
                            UserId.of(user),
                            weights.getOrDefault(user, 1.0),
                            network.members(observed, user, network.linkOf(link))))
                    .toList();
        }

        List<Interval> run() {
            Optimizer optimizer = new OptimizerCatalog(
                            Utilities.byName(random.nextBoolean() ? "proportional" : "sum"),
                            StartValue.MIN,
                            FtsOptimizerSettings.DEFAULT.withInterval(Duration.ZERO))
                    .find("tcn")
                    .orElseThrow()
                    .factory()
                    .create(new SplittableRandom(11));
            network.run(optimizer, random.nextInt(20));
            for (Control control : controls) {
                if (control.kind() == ConstraintKind.BOUND) {
                    network.bound(control.user(), control.link(), control.bps());
                } else {
                    network.guarantee(control.user(), control.link(), control.bps());
                }
            }
            return network.run(optimizer, 120);
        }
    }

    @Test
    void boundsAreKeptBesideGuaranteesAndWeightsAndNobodyStarves() {
        int shortOnes = 0;
        double moved = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Case drawn = new Case(seed);
            List<Interval> all = drawn.run();
            List<Interval> end = last(60, all);
            assertNumbers(seed, all);
            boolean isShort = false;
            for (Control control : drawn.controls) {
                double part = meanBps(end, control.pipes()) / control.bps();
                if (control.kind() == ConstraintKind.BOUND) {
                    assertThat(part).as("seed %d, %s", seed, control).isLessThan(1.1);
                } else {
                    isShort |= part < 0.9 && List.of(control.pipes()).stream().noneMatch(drawn.few::contains);
                }
            }
            shortOnes += isShort ? 1 : 0;
            for (String pipe : drawn.paths.keySet()) {
                if (!drawn.few.contains(pipe) && !drawn.held.contains(pipe)) {
                    assertThat(longestWait(all, pipe))
                            .as("seed %d, %s", seed, pipe)
                            .isLessThanOrEqualTo(5);
                }
            }
            moved += Math.min(1, meanTotalBps(end) / drawn.reachableBps);
        }
        assertThat(shortOnes).isLessThan(MOST_SHORT * CASES / 100);
        assertThat(moved / CASES).isGreaterThan(0.93);
    }

    private static void assertNumbers(int seed, List<Interval> history) {
        for (Interval interval : history) {
            assertThat(interval.decision().utility()).as("seed %d", seed).isFinite();
            assertThat(interval.decision().constraints())
                    .as("seed %d", seed)
                    .allSatisfy(report -> assertThat(report.price()).isFinite());
            for (PipeDecision decided : interval.decision().pipes()) {
                assertThat(decided.realConnections())
                        .as("seed %d, %s", seed, decided)
                        .isFinite()
                        .isNotNegative();
            }
        }
    }

    private static int longestWait(List<Interval> history, String pipe) {
        int longest = 0;
        int wait = 0;
        for (Interval interval : history) {
            wait = interval.connections().getOrDefault(pipe, 0) == 0 ? wait + 1 : 0;
            longest = Math.max(longest, wait);
        }
        return longest;
    }
}
