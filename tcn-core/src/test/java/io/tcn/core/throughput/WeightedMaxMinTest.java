// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WeightedMaxMinTest {
    private static final double NONE = Double.POSITIVE_INFINITY;

    @Test
    void flowsShareAResourceByTheirWeights() {
        // C = 3, weights 1 and 2: level 1, rates 1 and 2
        FlowNetwork network = network(new int[][] {{0}, {0}}, capacities(3));
        assertThat(allocate(network, 1, 2)).containsExactly(1, 2);
    }

    @Test
    void whatABottleneckedFlowLeavesGoesToTheOthers() {
        // Three flows, x on A and B, y on A, z on B; A = 2, B = 10, all weights 1.
        // A: level 1, x = y = 1. B: z = 10 - 1 = 9.
        FlowNetwork network = network(new int[][] {{0, 1}, {0}, {1}}, capacities(2, 10));
        assertThat(allocate(network, 1, 1, 1)).containsExactly(1, 1, 9);
    }

    @Test
    void theParkingLotGivesTheLongFlowTheShareOfItsNarrowestLink() {
        // Links 6, 4, 8; long flow of weight 1 on all; short ones of weights 2, 3, 1.
        // Levels: 6/3 = 2, 4/4 = 1, 8/2 = 4. Second link first: long = 1, short = 3.
        // Then first link: (6 - 1)/2 = 2.5, short = 5; third: short = 7.
        FlowNetwork network = network(new int[][] {{0, 1, 2}, {0}, {1}, {2}}, capacities(6, 4, 8));
        WeightedMaxMin maxMin = new WeightedMaxMin(network);
        double[] rates = new double[4];
        maxMin.allocate(new double[] {1, 2, 3, 1}, rates);
        assertThat(rates).containsExactly(1, 5, 3, 7);
        assertThat(new int[] {
                    maxMin.bottleneckOf(0), maxMin.bottleneckOf(1), maxMin.bottleneckOf(2), maxMin.bottleneckOf(3)
                })
                .containsExactly(1, 0, 1, 2);
    }

    @Test
    void aCeilingCountsPerConnectionAndItsRestGoesToTheOthers() {
        // C = 10; two connections of at most 1 each, three without ceiling: 2 and 8.
        FlowNetwork network =
                new FlowNetwork(new int[][] {{0}, {0}}, capacities(10), none(1), zeros(1), new double[] {1, NONE});
        WeightedMaxMin maxMin = new WeightedMaxMin(network);
        double[] rates = new double[2];
        maxMin.allocate(new double[] {2, 3}, rates);
        assertThat(rates).containsExactly(2, 8);
        assertThat(maxMin.bottleneckOf(0)).isEqualTo(WeightedMaxMin.NO_RESOURCE);
        assertThat(maxMin.bottleneckOf(1)).isZero();
    }

    @Test
    void aCeilingThatTheLevelReachesOnlyLaterIsKeptToo() {
        // A = 2 with x, y; B = 12 with y, z, w; ceiling of z 4. A: x = y = 1. B: level (12 - 1)/2 = 5.5: z = 4, w = 7.
        FlowNetwork network = new FlowNetwork(
                new int[][] {{0}, {0, 1}, {1}, {1}}, capacities(2, 12), none(2), zeros(2), new double[] {
                    NONE, NONE, 4, NONE
                });
        assertThat(allocate(network, 1, 1, 1, 1)).containsExactly(1, 1, 4, 7);
    }

    @Test
    void aResourceOfCapacityZeroStopsItsFlowsOnly() {
        FlowNetwork network = network(new int[][] {{0, 1}, {1}}, capacities(0, 5));
        assertThat(allocate(network, 3, 1)).containsExactly(0, 5);
    }

    @Test
    void aFlowOfWeightZeroGetsNothingAndTakesNothing() {
        FlowNetwork network = network(new int[][] {{0}, {0}}, capacities(4));
        assertThat(allocate(network, 0, 1)).containsExactly(0, 4);
        assertThat(allocate(network, 0, 0)).containsExactly(0, 0);
    }

    @Test
    void aFlowWithoutResourcesIsLimitedByItsCeilingOrNotAtAll() {
        FlowNetwork network =
                new FlowNetwork(new int[][] {{}, {}}, capacities(), none(0), zeros(0), new double[] {7, NONE});
        assertThat(allocate(network, 2, 1)).containsExactly(14, NONE);
    }

    @Test
    void nothingFlowsInANetworkWithoutFlows() {
        assertThat(allocate(network(new int[][] {}, capacities(1)))).isEmpty();
    }

    @Test
    void tooManyConnectionsEatUpTheCapacity() {
        // C = 10, n0 = 3, d = 2: with 5 connections 10 - 2 * 2 = 6, with 8 nothing; with 3 all of it.
        FlowNetwork network = new FlowNetwork(
                new int[][] {{0}, {0}}, capacities(10), new double[] {3}, new double[] {2}, new double[] {NONE, NONE});
        assertThat(allocate(network, 1, 2)).containsExactly(new double[] {10 / 3.0, 20 / 3.0}, within(1e-12));
        assertThat(allocate(network, 2, 3)).containsExactly(new double[] {2.4, 3.6}, within(1e-12));
        assertThat(allocate(network, 4, 4)).containsExactly(0, 0);
        assertThat(allocate(network, 9, 4)).containsExactly(0, 0);
    }

    @Test
    void aTinyWeightBesideAHugeOneIsNotLostInRounding() {
        // x (weight 1) is held to 1 by A. On B (10) it leaves 9 to y, however small y's weight is:
        // 1 + 1e-17 - 1 is 0 in floating point, and y must not be taken for gone, nor for unlimited.
        FlowNetwork network = network(new int[][] {{0, 1}, {1}}, capacities(1, 10));
        assertThat(allocate(network, 1, 1e-17)).containsExactly(1, 9);
    }

    @Test
    void manyUnevenWeightsThatComeAndGoLeaveNoRoundingNoiseThatStallsIt() {
        // 30 000 flows on one wide resource, each held by a narrow one of its own; the last has none.
        int flows = 30_000;
        Random random = new Random(5);
        int[][] paths = new int[flows][];
        double[] capacities = new double[flows];
        double[] weights = new double[flows];
        double sum = 0;
        for (int i = 0; i < flows - 1; i++) {
            paths[i] = new int[] {0, i + 1};
            capacities[i + 1] = 1 + random.nextInt(1);
            weights[i] = 1 / (1 + 100 * random.nextDouble());
            sum += 1;
        }
        paths[flows - 1] = new int[] {0};
        weights[flows - 1] = 1e-3;
        capacities[0] = 2 * sum;
        double[] rates = allocate(network(paths, capacities), weights);
        assertThat(rates[0]).isEqualTo(1, within(1e-9));
        assertThat(rates[flows - 1]).isEqualTo(sum, within(1e-6 * sum));
    }

    @Test
    void aSecondAllocationRemembersNothingOfTheFirst() {
        FlowNetwork network = network(new int[][] {{0, 1}, {0}, {1}}, capacities(2, 10));
        WeightedMaxMin maxMin = new WeightedMaxMin(network);
        double[] rates = new double[3];
        maxMin.allocate(new double[] {5, 0, 0}, rates);
        assertThat(rates).containsExactly(2, 0, 0);
        maxMin.allocate(new double[] {1, 1, 1}, rates);
        assertThat(rates).containsExactly(1, 1, 9);
    }

    @Test
    void nonsenseIsRefused() {
        FlowNetwork network = network(new int[][] {{0}}, capacities(1));
        assertThatThrownBy(() -> allocate(network, -1)).hasMessageContaining("weight of flow 0");
        assertThatThrownBy(() -> allocate(network, Double.NaN)).hasMessageContaining("weight of flow 0");
        assertThatThrownBy(() -> allocate(network, NONE)).hasMessageContaining("weight of flow 0");
        assertThatThrownBy(() -> allocate(network, 1, 2)).hasMessageContaining("there are 1 flows, given were 2");
        assertThatThrownBy(() -> network(new int[][] {{1}}, capacities(1)))
                .hasMessageContaining("uses resource 1 of 1");
        assertThatThrownBy(() -> network(new int[][] {{0, 0}}, capacities(1)))
                .hasMessageContaining("uses resource 0 twice");
        assertThatThrownBy(() -> network(new int[][] {{0}}, capacities(-1))).hasMessageContaining("negative capacity");
        assertThatThrownBy(() -> network(new int[][] {{0}}, capacities(Double.NaN)))
                .hasMessageContaining("negative capacity");
        assertThatThrownBy(() -> new FlowNetwork(
                        new int[][] {{0}}, capacities(1), none(1), new double[] {NONE}, new double[] {NONE}))
                .hasMessageContaining("must be finite");
        assertThatThrownBy(() -> new FlowNetwork(new int[][] {{0}}, capacities(1), none(1), zeros(1), new double[] {0}))
                .hasMessageContaining("ceiling of flow 0");
        assertThatThrownBy(() -> new FlowNetwork(new int[][] {{0}}, capacities(1), none(2), zeros(1), none(1)))
                .hasMessageContaining("same length");
        assertThatThrownBy(() -> new FlowNetwork(new int[][] {{0}}, capacities(1), none(1), zeros(1), none(2)))
                .hasMessageContaining("1 paths and 2 ceilings");
    }

    /// 2000 networks: feasible; every flow is stopped by its ceiling, or by a full resource on which nobody has a
    /// higher level; and the same as the naive filling below.
    @Test
    void randomNetworksAreSharedAsTheDefinitionSays() {
        for (long seed = 1; seed <= 2000; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            Case drawn = Case.draw(random);
            WeightedMaxMin maxMin = new WeightedMaxMin(drawn.network());
            double[] rates = new double[drawn.paths.length];
            // Twice on the same object, with other weights first: it is used so.
            maxMin.allocate(drawn.drawWeights(random), rates);
            maxMin.allocate(drawn.weights, rates);
            drawn.checkInvariants(rates, maxMin, "seed " + seed);
            double[] naive = drawn.fillNaively();
            for (int i = 0; i < rates.length; i++) {
                if (Double.isInfinite(naive[i])) {
                    assertThat(rates[i]).as("flow %d of seed %d", i, seed).isEqualTo(naive[i]);
                } else {
                    assertThat(rates[i])
                            .as("flow %d of seed %d", i, seed)
                            .isEqualTo(naive[i], within(1e-6 * (1 + naive[i])));
                }
            }
        }
    }

    private static final class Case {
        private final int[][] paths;
        private final double[] capacity;
        private final double[] from;
        private final double[] loss;
        private final double[] ceiling;
        private final double[] weights;

        private Case(int[][] paths, double[] capacity, double[] from, double[] loss, double[] ceiling, Random random) {
            this.paths = paths;
            this.capacity = capacity;
            this.from = from;
            this.loss = loss;
            this.ceiling = ceiling;
            this.weights = drawWeights(random);
        }

        static Case draw(Random random) {
            int resources = random.nextInt(7);
            int flows = 1 + random.nextInt(10);
            boolean whole = random.nextBoolean();
            double[] capacity = new double[resources];
            double[] from = none(resources);
            double[] loss = new double[resources];
            for (int r = 0; r < resources; r++) {
                capacity[r] = switch (random.nextInt(8)) {
                    case 0 -> 0;
                    case 1 -> NONE;
                    default -> whole ? 1 + random.nextInt(9) : 1e9 * random.nextDouble();
                };
                if (random.nextInt(3) == 0) {
                    from[r] = random.nextInt(20);
                    loss[r] = Math.min(capacity[r], 1e9) * random.nextDouble() / 20;
                }
            }
            int[][] paths = new int[flows][];
            double[] ceiling = none(flows);
            for (int i = 0; i < flows; i++) {
                paths[i] = random.ints(0, Math.max(1, resources))
                        .limit(random.nextInt(4))
                        .filter(r -> r < resources)
                        .distinct()
                        .toArray();
                if (random.nextInt(3) == 0) {
                    ceiling[i] = whole ? 1 + random.nextInt(4) : 1e8 * (0.01 + random.nextDouble());
                }
            }
            return new Case(paths, capacity, from, loss, ceiling, random);
        }

        private double[] drawWeights(Random random) {
            double[] drawn = new double[paths.length];
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = switch (random.nextInt(5)) {
                    case 0 -> 0;
                    case 1 -> random.nextDouble() * 10;
                    default -> 1 + random.nextInt(8);
                };
            }
            return drawn;
        }

        FlowNetwork network() {
            return new FlowNetwork(paths, capacity, from, loss, ceiling);
        }

        private double carried(int resource, double[] rates) {
            double sum = 0;
            for (int i = 0; i < paths.length; i++) {
                sum += uses(i, resource) ? rates[i] : 0;
            }
            return sum;
        }

        private boolean uses(int flow, int resource) {
            return Arrays.stream(paths[flow]).anyMatch(r -> r == resource);
        }

        private double effective(int resource) {
            double connections = carried(resource, weights);
            double excess = connections - from[resource];
            return excess > 0 ? Math.max(0, capacity[resource] - loss[resource] * excess) : capacity[resource];
        }

        void checkInvariants(double[] rates, WeightedMaxMin maxMin, String what) {
            for (int r = 0; r < capacity.length; r++) {
                double effective = effective(r);
                assertThat(carried(r, rates))
                        .as("load of resource %d, %s", r, what)
                        .isLessThanOrEqualTo(effective * (1 + 1e-9) + 1e-9);
            }
            for (int i = 0; i < rates.length; i++) {
                String flow = "flow " + i + ", " + what;
                if (weights[i] == 0) {
                    assertThat(rates[i]).as(flow).isZero();
                    continue;
                }
                double level = rates[i] / weights[i];
                assertThat(level).as(flow).isLessThanOrEqualTo(ceiling[i] * (1 + 1e-9));
                int bottleneck = maxMin.bottleneckOf(i);
                if (bottleneck == WeightedMaxMin.NO_RESOURCE) {
                    if (Double.isInfinite(ceiling[i])) {
                        assertThat(level).as(flow).isInfinite();
                    } else {
                        assertThat(level).as(flow).isEqualTo(ceiling[i], within(1e-9 * ceiling[i]));
                    }
                    continue;
                }
                assertThat(uses(i, bottleneck)).as(flow).isTrue();
                double effective = effective(bottleneck);
                assertThat(carried(bottleneck, rates)).as(flow).isEqualTo(effective, within(1e-9 * (1 + effective)));
                for (int other = 0; other < rates.length; other++) {
                    if (uses(other, bottleneck) && weights[other] > 0) {
                        assertThat(rates[other] / weights[other])
                                .as(flow + " against flow " + other)
                                .isLessThanOrEqualTo(level * (1 + 1e-6) + 1e-9);
                    }
                }
            }
        }

        /// All flows rise together until the next event stops one of them; everything summed anew each time.
        double[] fillNaively() {
            int flows = paths.length;
            double[] rates = new double[flows];
            boolean[] stopped = new boolean[flows];
            for (int i = 0; i < flows; i++) {
                stopped[i] = weights[i] == 0;
            }
            while (true) {
                double level = NONE;
                int stops = -1;
                boolean byCeiling = false;
                for (int r = 0; r < capacity.length; r++) {
                    double open = 0;
                    double taken = 0;
                    for (int i = 0; i < flows; i++) {
                        if (uses(i, r)) {
                            open += stopped[i] ? 0 : weights[i];
                            taken += stopped[i] ? rates[i] : 0;
                        }
                    }
                    double share = Math.max(0, effective(r) - taken) / open;
                    if (open > 0 && share < level) {
                        level = share;
                        stops = r;
                    }
                }
                for (int i = 0; i < flows; i++) {
                    if (!stopped[i] && ceiling[i] <= level) {
                        level = ceiling[i];
                        stops = i;
                        byCeiling = level < NONE;
                    }
                }
                if (level == NONE) {
                    for (int i = 0; i < flows; i++) {
                        rates[i] = stopped[i] ? rates[i] : NONE;
                    }
                    return rates;
                }
                for (int i = 0; i < flows; i++) {
                    if (!stopped[i] && (byCeiling ? i == stops : uses(i, stops))) {
                        stopped[i] = true;
                        rates[i] = weights[i] * level;
                    }
                }
            }
        }
    }

    private static FlowNetwork network(int[][] paths, double[] capacities) {
        return new FlowNetwork(
                paths, capacities, none(capacities.length), zeros(capacities.length), none(paths.length));
    }

    private static double[] allocate(FlowNetwork network, double... weights) {
        double[] rates = new double[weights.length];
        new WeightedMaxMin(network).allocate(weights, rates);
        return rates;
    }

    private static double[] capacities(double... bps) {
        return bps;
    }

    private static double[] none(int length) {
        double[] array = new double[length];
        Arrays.fill(array, NONE);
        return array;
    }

    private static double[] zeros(int length) {
        return new double[length];
    }
}
