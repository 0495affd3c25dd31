// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.throughput.PipeShare.Limit;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BottleneckStructureTest {
    private static final double NONE = Double.POSITIVE_INFINITY;
    private static final double G = 1e9;

    /// x on A and B, y on A, z and w on B; A = 2 Gbit/s, B = 10 Gbit/s, n = 1 each: x = y = 1, z = w = 4.5 Gbit/s.
    private static BottleneckStructure twoLevels() {
        return structure(
                new int[][] {{0, 1}, {0}, {1}, {1}},
                new double[] {2 * G, 10 * G},
                new double[] {NONE, NONE, NONE, NONE},
                new double[] {1, 1, 1, 1},
                List.of("x", "y", "z", "w"));
    }

    @Test
    void everyPipeKnowsWhatLimitsItAndWhatItTakesElsewhere() {
        BottleneckStructure structure = twoLevels();
        assertThat(structure.pipes()).extracting(PipeShare::bottleneck).containsExactly(0, 0, 1, 1);
        assertThat(structure.pipes()).extracting(PipeShare::limit).containsOnly(Limit.RESOURCE);
        assertThat(structure.pipes())
                .extracting(PipeShare::feeds)
                .containsExactly(List.of(1), List.of(), List.of(), List.of());
        assertThat(structure.pipes())
                .extracting(PipeShare::throughputBps)
                .containsExactly(1 * G, 1 * G, 4.5 * G, 4.5 * G);
    }

    @Test
    void everyPipeKnowsItsGains() {
        // By n of x: x +1/2, y -1/2, z and w -1/4 each. By n of y: x -1/2, y +1/2, z and w +1/4 each. By n of z: 0.
        List<PipeShare> pipes = twoLevels().pipes();
        double[] own = {0.5 * G, 0.5 * G, 2.25 * G, 2.25 * G};
        double[] total = {-0.5 * G, 0.5 * G, 0, 0};
        for (int i = 0; i < own.length; i++) {
            assertThat(pipes.get(i).ownGainBps()).isEqualTo(own[i], within(1e-3));
            assertThat(pipes.get(i).totalGainBps()).isEqualTo(total[i], within(1e-3));
        }
    }

    @Test
    void everyResourceKnowsItsLevelItsLoadAndWhomItLimits() {
        List<ResourceShare> resources = twoLevels().resources();
        assertThat(resources.get(0)).isEqualTo(new ResourceShare("R0", 2, 2 * G, 2 * G, 1 * G, List.of(0, 1)));
        assertThat(resources.get(1)).isEqualTo(new ResourceShare("R1", 3, 10 * G, 10 * G, 4.5 * G, List.of(2, 3)));
        assertThat(resources.get(1).utilisation()).isEqualTo(1);
    }

    @Test
    void aDeterioratedCapacityIsShownAsItIsNow() {
        // C = 10, n0 = 3, d = 2, n = 5: 6 Gbit/s are left.
        FlowNetwork network = new FlowNetwork(
                new int[][] {{0}}, new double[] {10 * G}, new double[] {3}, new double[] {2 * G}, new double[] {NONE});
        ResourceShare link =
                of(network, new double[] {5}, List.of("x")).resources().getFirst();
        assertThat(link.capacityBps()).isEqualTo(6 * G);
        assertThat(link.loadBps()).isEqualTo(6 * G, within(1e-3));
    }

    @Test
    void utilisationIsDefinedWhereThereIsNoCapacityOrNoEnd() {
        assertThat(new ResourceShare("r", 0, 0, 0, NONE, List.of()).utilisation())
                .isZero();
        assertThat(new ResourceShare("r", 2, 0, 0, 0, List.of()).utilisation()).isEqualTo(1);
        assertThat(new ResourceShare("r", 2, NONE, 5, NONE, List.of()).utilisation())
                .isZero();
        assertThat(new ResourceShare("r", 2, 8, 2, NONE, List.of()).utilisation())
                .isEqualTo(0.25);
    }

    @Test
    void aPipeIsExplainedByTheResourceThatLimitsItAndThoseItSharesItWith() {
        BottleneckStructure structure = twoLevels();
        assertThat(structure.explain(0))
                .isEqualTo("pipe x: 1 Gbit/s, limited by R0 with pipe y; "
                        + "raising n by 1 gives it about +500 Mbit/s and all pipes together -500 Mbit/s");
        assertThat(structure.explain(2))
                .isEqualTo("pipe z: 4.5 Gbit/s, limited by R1 with pipe w; "
                        + "raising n by 1 gives it about +2.25 Gbit/s and all pipes together 0 bit/s");
    }

    @Test
    void aPipeAloneOnItsBottleneckIsNamedAlone() {
        assertThat(explainOne(new double[] {4 * G}, NONE, 3))
                .isEqualTo("pipe x: 4 Gbit/s, limited by R0; "
                        + "raising n by 1 gives it about 0 bit/s and all pipes together 0 bit/s");
    }

    @Test
    void ofManyPipesOnABottleneckAFewAreNamed() {
        double[] weights = {1, 1, 1, 1, 1, 1};
        BottleneckStructure structure = structure(
                new int[][] {{0}, {0}, {0}, {0}, {0}, {0}},
                new double[] {6 * G},
                new double[] {NONE, NONE, NONE, NONE, NONE, NONE},
                weights,
                List.of("a", "b", "c", "d", "e", "f"));
        assertThat(structure.explain(1)).contains("limited by R0 with pipes a, c, d and 2 more; ");
    }

    @Test
    void aPipeAtItsCeilingIsExplainedByItsConnections() {
        assertThat(explainOne(new double[] {100 * G}, 2 * G, 12))
                .isEqualTo("pipe x: 24 Gbit/s, limited by its own 12 connections at 2 Gbit/s each; "
                        + "raising n by 1 gives it about +2 Gbit/s and all pipes together +2 Gbit/s");
        assertThat(explainOne(new double[] {100 * G}, 2 * G, 1))
                .startsWith("pipe x: 2 Gbit/s, limited by its own 1 connection at 2 Gbit/s each; ");
        assertThat(explainOne(new double[] {100 * G}, 2 * G, 0.5))
                .startsWith("pipe x: 1 Gbit/s, limited by its own 0.5 connections at 2 Gbit/s each; ");
    }

    @Test
    void aPipeWithoutConnectionsIsToldWhatTheFirstWouldGive() {
        // x has 2 connections and all 10 of A; y would get 5 per connection, all of it from x.
        BottleneckStructure structure = structure(
                new int[][] {{0}, {0}},
                new double[] {10 * G},
                new double[] {NONE, NONE},
                new double[] {2, 0},
                List.of("x", "y"));
        assertThat(structure.explain(1))
                .isEqualTo("pipe y: 0 bit/s, for it has no connections; raising n by 1 gives it about +5 Gbit/s "
                        + "and all pipes together 0 bit/s; it would be limited by R0");
        assertThat(structure.pipes().get(1).feeds()).isEmpty();
        assertThat(structure.pipes().get(1).limit()).isEqualTo(Limit.NO_CONNECTIONS);
        assertThat(explainOne(new double[] {100 * G}, 2 * G, 0))
                .isEqualTo("pipe x: 0 bit/s, for it has no connections; raising n by 1 gives it about +2 Gbit/s "
                        + "and all pipes together +2 Gbit/s");
    }

    @Test
    void aPipeThatNothingLimitsSaysSo() {
        assertThat(explainOne(new double[] {NONE}, NONE, 2)).isEqualTo("pipe x: limited by nothing that is known");
    }

    @Test
    void theGraphIsDrawnWithResourcesAsBoxesAndPipesAsEllipses() {
        assertThat(twoLevels().toDot()).isEqualTo("""
                digraph bottlenecks {
                  rankdir=LR;
                  r0 [shape=box, label="R0\\n2 Gbit/s of 2 Gbit/s (100 %), 2 connections"];
                  r1 [shape=box, label="R1\\n10 Gbit/s of 10 Gbit/s (100 %), 3 connections"];
                  p0 [shape=ellipse, label="x\\n1 Gbit/s, n = 1"];
                  p1 [shape=ellipse, label="y\\n1 Gbit/s, n = 1"];
                  p2 [shape=ellipse, label="z\\n4.5 Gbit/s, n = 1"];
                  p3 [shape=ellipse, label="w\\n4.5 Gbit/s, n = 1"];
                  r0 -> p0;
                  r0 -> p1;
                  r1 -> p2;
                  r1 -> p3;
                  p0 -> r1;
                }
                """);
    }

    @Test
    void namesAreEscapedInTheGraphAndUnusedResourcesLeftOut() {
        String dot = structure(
                        new int[][] {{0, 2}},
                        new double[] {G, G, NONE},
                        new double[] {NONE},
                        new double[] {1},
                        List.of("a \"b\" \\N\n&c"))
                .toDot();
        assertThat(dot).contains("label=\"a \\\"b\\\" \\\\N &amp;c\\n1 Gbit/s, n = 1\"");
        assertThat(dot).contains("r2 [shape=box, label=\"R2\\n1 Gbit/s, never full, 1 connection\"]");
        assertThat(dot).doesNotContain("r1");
    }

    @Test
    void anEmptyNetworkHasAnEmptyGraph() {
        BottleneckStructure structure =
                structure(new int[][] {}, new double[] {}, new double[] {}, new double[] {}, List.of());
        assertThat(structure.toDot()).isEqualTo("digraph bottlenecks {\n  rankdir=LR;\n}\n");
    }

    @Test
    void aMissingNameIsRefused() {
        FlowNetwork network = new FlowNetwork(
                new int[][] {{0}}, new double[] {1}, new double[] {NONE}, new double[] {0}, new double[] {NONE});
        assertThatThrownBy(() -> of(network, new double[] {1}, List.of()))
                .hasMessageContaining("there are 1 flows and 1 resources, given were 0 and 1 names");
    }

    @Test
    void inRandomNetworksTheStructureHoldsTogether() {
        for (long seed = 1; seed <= 500; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            DrawnNetwork drawn = DrawnNetwork.draw(random, seed % 2 == 0);
            BottleneckStructure structure = of(
                    drawn.network(),
                    drawn.weights(),
                    IntStream.range(0, drawn.flows()).mapToObj(i -> "p" + i).toList());
            for (int i = 0; i < drawn.flows(); i++) {
                PipeShare pipe = structure.pipes().get(i);
                String what = "pipe " + i + " of seed " + seed;
                assertThat(pipe.limit() == Limit.NO_CONNECTIONS).as(what).isEqualTo(!(drawn.weights()[i] > 0));
                if (pipe.limit() == Limit.RESOURCE) {
                    assertThat(structure.resources().get(pipe.bottleneck()).limits())
                            .as(what)
                            .contains(i);
                }
                for (int r : pipe.feeds()) {
                    ResourceShare fed = structure.resources().get(r);
                    assertThat(drawn.paths()[i]).as(what).contains(r);
                    assertThat(fed.limits()).as(what).isNotEmpty().doesNotContain(i);
                    // A pipe feeds only what stops others at a higher level, or at the same.
                    assertThat(fed.levelBps() * pipe.connections())
                            .as(what)
                            .isGreaterThanOrEqualTo(pipe.throughputBps() * (1 - 1e-9));
                }
                assertThat(structure.explain(i)).as(what).startsWith("pipe p" + i + ": ");
            }
            for (ResourceShare resource : structure.resources()) {
                assertThat(resource.utilisation()).isBetween(0.0, 1.0);
                if (!resource.limits().isEmpty()) {
                    assertThat(resource.loadBps())
                            .isEqualTo(resource.capacityBps(), within(1e-9 * resource.capacityBps()));
                }
            }
            assertThat(structure.toDot()).startsWith("digraph bottlenecks {").endsWith("}\n");
        }
    }

    private static String explainOne(double[] capacities, double ceilingBps, double weight) {
        return structure(
                        new int[][] {IntStream.range(0, capacities.length).toArray()},
                        capacities,
                        new double[] {ceilingBps},
                        new double[] {weight},
                        List.of("x"))
                .explain(0);
    }

    private static BottleneckStructure structure(
            int[][] paths, double[] capacities, double[] ceilings, double[] weights, List<String> names) {
        double[] from = new double[capacities.length];
        Arrays.fill(from, NONE);
        return of(new FlowNetwork(paths, capacities, from, new double[capacities.length], ceilings), weights, names);
    }

    private static BottleneckStructure of(FlowNetwork network, double[] weights, List<String> names) {
        WeightedMaxMin solver = new WeightedMaxMin(network);
        double[] rates = new double[weights.length];
        solver.allocate(weights, rates);
        List<String> resources =
                IntStream.range(0, network.resources()).mapToObj(r -> "R" + r).toList();
        return BottleneckStructure.of(network, solver, weights, rates, names, resources);
    }
}
