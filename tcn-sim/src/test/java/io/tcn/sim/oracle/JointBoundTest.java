// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The measure of all optimizers, measured: where deterioration begins anywhere, ceilings differ and bounds are odd.
class JointBoundTest {
    private static final double G = 1e9;

    /// @param perPipe resources on a path
    private static Situation random(SplittableRandom random, int pipes, int links, int perPipe, PipeLimits limits) {
        List<Resource> resources = new ArrayList<>();
        for (int r = 0; r < links; r++) {
            double capacityBps = (10 + 90 * random.nextDouble()) * G;
            double[] losses = {0, 0.003, 0.02, 0.05};
            double d = losses[random.nextInt(losses.length)] * capacityBps;
            Deterioration worn = d > 0 ? new Deterioration(5 + random.nextInt(60), d) : Deterioration.NONE;
            resources.add(
                    new Resource(ResourceId.of("link:" + (100 + r)), Resource.Kind.LINK, capacityBps, null, worn));
        }
        List<List<Integer>> paths = new ArrayList<>();
        List<Double> ceilings = new ArrayList<>();
        for (int i = 0; i < pipes; i++) {
            TreeSet<Integer> path = new TreeSet<>();
            int hops = 1 + random.nextInt(perPipe);
            for (int k = 0; k < hops; k++) {
                path.add(random.nextInt(links));
            }
            double least = path.stream()
                    .mapToDouble(r -> resources.get(r).knownCapacityBps().orElseThrow())
                    .min()
                    .orElseThrow();
            paths.add(List.copyOf(path));
            ceilings.add(least * 0.1 * Math.pow(30, -random.nextDouble()));
        }
        List<GroupBound> bounds = new ArrayList<>();
        if (random.nextBoolean()) {
            bounds.add(new GroupBound(List.of(0, pipes - 1), (3 + 30 * random.nextDouble()) * G));
        }
        List<Integer> all = IntStream.range(0, pipes).boxed().toList();
        return new Situation(resources, paths, ceilings, all, limits, bounds);
    }

    private static double sum(double[] values) {
        return DoubleStream.of(values).sum();
    }

    @Test
    void noRandomNMovesMoreThanTheCeiling() {
        for (int seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            PipeLimits limits = new PipeLimits(random.nextInt(3), 5 + random.nextInt(95));
            Situation situation = random(random, 2 + random.nextInt(12), 2 + random.nextInt(8), 4, limits);
            Model model = new Model(situation);
            double ceilingBps = new JointBound(model).solve().totalBps();
            for (int trial = 0; trial < 300; trial++) {
                double[] n = new double[model.pipes];
                double least = Math.max(0.1, model.min);
                for (int i = 0; i < n.length; i++) {
                    n[i] = random.nextInt(4) == 0
                            ? model.min
                            : Math.clamp(
                                    least * Math.pow(model.max / least, random.nextDouble()), model.min, model.max);
                }
                double[] throughputBps = model.throughputBps(n);
                if (model.excess(throughputBps) == 0) {
                    assertThat(sum(throughputBps)).as("seed %d", seed).isLessThanOrEqualTo(ceilingBps * (1 + 1e-7));
                }
            }
        }
    }

    @Test
    void whatAsksForTheLeastIsReachedExactly() {
        int reached = 0;
        for (int seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Model model = new Model(random(random, 8, 6, 4, new PipeLimits(1, 100)));
            JointBound.Solution solution =
                    new JointBound(model).solveWithLeast().orElse(null);
            if (solution == null) {
                continue;
            }
            reached++;
            double movedBps = sum(model.throughputBps(solution.connections()));
            assertThat(movedBps).as("seed %d", seed).isCloseTo(solution.totalBps(), within(1e-6 * movedBps));
        }
        assertThat(reached).isGreaterThan(100);
    }

    @Test
    void theOptimumIsNearTheCeilingInWorldsOfManyPipes() {
        double[] gaps = IntStream.rangeClosed(1, 30)
                .mapToDouble(seed -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    Situation situation = random(random, 30, 20, 5, new PipeLimits(1, 100));
                    return ClairvoyantOptimum.of(situation, ClairvoyantOptimum.Effort.QUICK)
                            .gap();
                })
                .sorted()
                .toArray();
        assertThat(gaps[0]).isNotNegative();
        assertThat(gaps[gaps.length / 2]).isLessThan(0.03);
        assertThat(gaps[gaps.length - 1]).isLessThan(0.15);
    }

    @Test
    void noWholeNIsBetterInTinyWorlds() {
        for (int seed = 1; seed <= 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Situation situation = random(random, 3, 3, 2, new PipeLimits(1, 20));
            Optimum best = ClairvoyantOptimum.of(situation, ClairvoyantOptimum.Effort.FULL);
            Model model = new Model(situation);
            double bruteBps = 0;
            for (int code = 0; code < 8_000; code++) {
                double[] n = {1 + code % 20, 1 + code / 20 % 20, 1 + code / 400};
                double[] throughputBps = model.throughputBps(n);
                if (model.excess(throughputBps) <= Ascent.TOLERANCE) {
                    bruteBps = Math.max(bruteBps, sum(throughputBps));
                }
            }
            if (best.excess() == 0) {
                assertThat(best.totalBps()).as("seed %d", seed).isGreaterThanOrEqualTo(bruteBps * (1 - 1e-6));
                assertThat(best.ceilingBps()).as("seed %d", seed).isGreaterThanOrEqualTo(bruteBps * (1 - 1e-6));
            }
        }
    }

    /// C = 100, d = 5 from 10 connections on, c = 2: 10 connections carry 20; each more brings 2. From C + 5 x 10 = 2 n
    /// + 5 n: n = 21.43 carry 42.86. Without deterioration 50 connections would carry 100.
    @Test
    void deteriorationThatBeginsBeforeTheLinkIsFullCounts() {
        Resource link =
                new Resource(ResourceId.of("link:1"), Resource.Kind.LINK, 100 * G, null, new Deterioration(10, 5 * G));
        Situation situation = new Situation(
                List.of(link), List.of(List.of(0)), List.of(2 * G), List.of(0), new PipeLimits(1, 100), List.of());

        Optimum best = ClairvoyantOptimum.of(situation, ClairvoyantOptimum.Effort.FULL);

        assertThat(best.totalBps()).isCloseTo(300 * G / 7, within(1e3));
        assertThat(best.totalConnections()).isCloseTo(150 / 7.0, within(1e-5));
        assertThat(best.gap()).isCloseTo(0, within(1e-8));
    }

    /// Three pipes of at least 8 connections leave nothing of the first link: 100 - 5 x (24 - 2) < 0. The fourth pipe
    /// has the second one for itself.
    @Test
    void whatTheFewestConnectionsKillMovesNothing() {
        Resource dead =
                new Resource(ResourceId.of("link:1"), Resource.Kind.LINK, 100 * G, null, new Deterioration(2, 5 * G));
        Resource alive = new Resource(ResourceId.of("link:2"), Resource.Kind.LINK, 100 * G);
        Situation situation = new Situation(
                List.of(dead, alive),
                List.of(List.of(0), List.of(0), List.of(0, 1), List.of(1)),
                List.of(2 * G, 2 * G, 2 * G, 2 * G),
                List.of(0, 1, 2, 3),
                new PipeLimits(8, 60),
                List.of());

        Optimum best = ClairvoyantOptimum.of(situation, ClairvoyantOptimum.Effort.QUICK);

        assertThat(best.ceilingBps()).isCloseTo(100 * G, within(1e3));
        assertThat(best.totalBps()).isCloseTo(100 * G, within(1e3));
    }
}
