// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.WeightedMaxMin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Increments give what core's allocation from scratch gives.
class IncrementalMaxMinTest {
    private static final double RELATIVE = 1e-9;

    @Test
    void randomChangesOfRandomNetworksGiveWhatCoreGivesFromScratch() {
        for (long seed = 1; seed <= 2000; seed++) {
            new World(seed, 12, 8).change(40);
        }
    }

    @Test
    void largeNetworksToo() {
        for (long seed = 1; seed <= 20; seed++) {
            new World(seed, 300, 150).change(100);
        }
    }

    @Test
    void aPipeOfItsOwnTouchesNobody() {
        // p and q share nothing.
        IncrementalMaxMin maxMin = new IncrementalMaxMin(
                new PathGraph(List.of(List.of(0), List.of(1), List.of(1), List.of(1), List.of(1)), 2));
        maxMin.setCapacityBps(0, 10);
        maxMin.setCapacityBps(1, 20);
        for (int i = 0; i < 5; i++) {
            maxMin.setWeight(i, 1);
        }
        maxMin.solve();

        maxMin.setWeight(0, 2);
        maxMin.solve();

        assertThat(maxMin.affectedPipes()).isEqualTo(1);
        assertThat(maxMin.affectedPipe(0)).isZero();
        assertThat(maxMin.rateBps(0)).isEqualTo(10);
        assertThat(maxMin.rateBps(4)).isEqualTo(5);
    }

    /// A random network on which weights and capacities change at random.
    private static final class World {
        private final long seed;
        private final SplittableRandom random;
        private final int[][] paths;
        private final double[] capacityBps;
        private final double[] ceilingBps;
        private final double[] weights;
        private final IncrementalMaxMin maxMin;

        World(long seed, int mostPipes, int mostResources) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            int pipes = random.nextInt(1, mostPipes + 1);
            int resources = random.nextInt(1, mostResources + 1);
            this.paths = new int[pipes][];
            List<List<Integer>> lists = new ArrayList<>();
            for (int i = 0; i < pipes; i++) {
                int length = random.nextInt(1, Math.min(resources, 6) + 1);
                List<Integer> all =
                        new ArrayList<>(IntStream.range(0, resources).boxed().toList());
                Collections.shuffle(all, random);
                lists.add(List.copyOf(all.subList(0, length)));
                paths[i] = lists.get(i).stream().mapToInt(Integer::intValue).toArray();
            }
            this.capacityBps = new double[resources];
            this.ceilingBps = new double[pipes];
            this.weights = new double[pipes];
            this.maxMin = new IncrementalMaxMin(new PathGraph(lists, resources));
            for (int r = 0; r < resources; r++) {
                setCapacity(r);
            }
            boolean withCeilings = random.nextBoolean();
            for (int i = 0; i < pipes; i++) {
                ceilingBps[i] =
                        withCeilings && random.nextInt(3) > 0 ? random.nextDouble(1e6, 1e9) : Double.POSITIVE_INFINITY;
            }
            maxMin.setCeilingLevelsBps(ceilingBps);
        }

        private void setCapacity(int r) {
            // Round values, so that ties are common; at times none at all.
            capacityBps[r] = switch (random.nextInt(8)) {
                case 0 -> 0;
                case 1, 2, 3 -> 1e9 * random.nextInt(1, 11);
                default -> random.nextDouble(1e8, 1e10);
            };
            maxMin.setCapacityBps(r, capacityBps[r]);
        }

        private void setWeight(int i) {
            weights[i] = switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextDouble(0.1, 40);
                default -> random.nextInt(1, 20);
            };
            maxMin.setWeight(i, weights[i]);
        }

        void change(int steps) {
            for (int step = 0; step < steps; step++) {
                for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                    if (random.nextInt(5) == 0) {
                        setCapacity(random.nextInt(capacityBps.length));
                    } else {
                        setWeight(random.nextInt(weights.length));
                    }
                }
                maxMin.solve();
                compare(step);
            }
        }

        private void compare(int step) {
            double[] none = new double[capacityBps.length];
            double[] never = new double[capacityBps.length];
            Arrays.fill(never, Double.POSITIVE_INFINITY);
            double[] expected = new double[weights.length];
            new WeightedMaxMin(new FlowNetwork(paths, capacityBps, never, none, ceilingBps))
                    .allocate(weights, expected);
            for (int i = 0; i < weights.length; i++) {
                double found = maxMin.rateBps(i);
                if (!(Math.abs(found - expected[i]) <= RELATIVE * expected[i])) {
                    assertThat(found)
                            .as("seed %d, step %d: rate of pipe %d", seed, step, i)
                            .isEqualTo(expected[i]);
                }
            }
        }
    }
}
