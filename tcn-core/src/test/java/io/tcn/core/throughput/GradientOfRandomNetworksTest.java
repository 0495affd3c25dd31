// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// [ThroughputGradient] against finite differences of [WeightedMaxMin] and against itself, on networks with up to
/// 60 flows and 40 resources.
class GradientOfRandomNetworksTest {
    private static final int NETWORKS = 1200;
    private static final int COLUMNS = 8;

    @Test
    void theProductIsTheFiniteDifference() {
        int asked = 0;
        int compared = 0;
        for (long seed = 1; seed <= NETWORKS; seed++) {
            Probe probe = new Probe(seed, false);
            for (int k : probe.columnsWithWeight()) {
                asked++;
                if (probe.differsCentrally(k)) {
                    compared++;
                    probe.assertProduct(k, "dn of flow " + k + " of seed " + seed);
                }
            }
        }
        // The rest has a kink (another order of stopping, another side of n0) within the step.
        assertThat(compared).isGreaterThan(asked * 8 / 10);
        assertThat(compared).isGreaterThan(5000);
    }

    @Test
    void theProductIsTheOneSidedDifferenceForFlowsThatBegin() {
        int asked = 0;
        int compared = 0;
        for (long seed = 1; seed <= NETWORKS; seed++) {
            Probe probe = new Probe(seed, false);
            for (int k : probe.columnsWithoutWeight()) {
                boolean smooth = probe.differsFromZero(k);
                // Where nothing is in its way its rate jumps, and there is no derivative.
                asked += probe.jumps ? 0 : 1;
                if (smooth && !probe.jumps) {
                    compared++;
                    probe.assertProduct(k, "dn of flow " + k + " of seed " + seed);
                }
            }
        }
        assertThat(compared).isGreaterThan(asked * 8 / 10);
        assertThat(compared).isGreaterThan(2000);
    }

    @Test
    void bothDirectionsAreTheSameJacobianAtKinksToo() {
        for (long seed = 1; seed <= 2 * NETWORKS; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            DrawnNetwork drawn = DrawnNetwork.draw(random, seed % 2 == 0);
            FlowNetwork network = drawn.network();
            WeightedMaxMin solver = new WeightedMaxMin(network);
            double[] rates = new double[drawn.flows()];
            solver.allocate(drawn.weights(), rates);
            ThroughputGradient gradient = new ThroughputGradient(network, solver);
            double[] v = numbers(random, drawn.flows());
            double[] dn = numbers(random, drawn.flows());
            double[] product = new double[drawn.flows()];
            double[] dT = new double[drawn.flows()];
            // Twice, for nothing may be left over from the first time.
            for (int time = 0; time < 2; time++) {
                gradient.product(drawn.weights(), rates, v, product);
                gradient.forward(drawn.weights(), rates, dn, dT);
                double backward = 0;
                double forward = 0;
                double scale = 0;
                for (int i = 0; i < v.length; i++) {
                    backward += product[i] * dn[i];
                    forward += v[i] * dT[i];
                    scale += Math.abs(product[i] * dn[i]) + Math.abs(v[i] * dT[i]);
                    // What cancels out to nothing leaves noise of the size of its terms.
                    scale += Math.abs(dn[i]) * (drawn.weights()[i] > 0 ? finite(rates[i] / drawn.weights()[i]) : 0);
                }
                assertThat(forward).as("seed %d", seed).isEqualTo(backward, within(1e-10 * scale));
            }
        }
    }

    @Test
    void theDiagonalIsThatOfTheJacobian() {
        for (long seed = 1; seed <= NETWORKS; seed++) {
            Probe probe = new Probe(seed, seed % 2 == 0);
            double[] diagonal = new double[probe.drawn.flows()];
            probe.gradient.diagonal(probe.weights, probe.rates, diagonal);
            for (int k = 0; k < Math.min(COLUMNS, diagonal.length); k++) {
                double[] dn = new double[diagonal.length];
                double[] dT = new double[diagonal.length];
                dn[k] = 1;
                probe.gradient.forward(probe.weights, probe.rates, dn, dT);
                assertThat(diagonal[k])
                        .as("flow %d of seed %d", k, seed)
                        .isEqualTo(dT[k], within(1e-9 * probe.levelOrOne(k)));
            }
        }
    }

    @Test
    void aSumThatFillsTheSameResourcesDoesNotChangeWithoutDeterioration() {
        // With every flow of the network on one resource, and that one full, all that is gained is lost.
        for (long seed = 1; seed <= 200; seed++) {
            Random random = Random.from(new SplittableRandom(seed));
            int flows = 2 + random.nextInt(40);
            int[][] paths = new int[flows][];
            double[] ceilings = new double[flows];
            double[] none = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
            for (int i = 0; i < flows; i++) {
                paths[i] = i % 2 == 1 ? new int[] {0, 1} : new int[] {0};
                ceilings[i] = Double.POSITIVE_INFINITY;
            }
            FlowNetwork network = new FlowNetwork(paths, new double[] {100, 20}, none, new double[2], ceilings);
            WeightedMaxMin solver = new WeightedMaxMin(network);
            double[] weights = random.doubles(flows, 0.1, 10).toArray();
            double[] rates = new double[flows];
            solver.allocate(weights, rates);
            double[] ones = new double[flows];
            Arrays.fill(ones, 1);
            double[] sum = new double[flows];
            new ThroughputGradient(network, solver).product(weights, rates, ones, sum);
            for (double each : sum) {
                assertThat(each).as("seed %d", seed).isEqualTo(0, within(1e-9));
            }
        }
    }

    private static double finite(double value) {
        return Double.isInfinite(value) ? 0 : value;
    }

    private static double[] numbers(Random random, int count) {
        return random.doubles(count, -1, 1).toArray();
    }

    /// One network at one point, and what happens around it.
    private static final class Probe {
        private final DrawnNetwork drawn;
        private final FlowNetwork network;
        private final WeightedMaxMin solver;
        private final WeightedMaxMin moved;
        private final ThroughputGradient gradient;
        private final double[] weights;
        private final double[] rates;
        private final double[] v;
        private final double[] product;

        private double expected;
        private double scale;
        private double noise;
        private boolean jumps;

        Probe(long seed, boolean whole) {
            Random random = Random.from(new SplittableRandom(seed));
            this.drawn = DrawnNetwork.draw(random, whole);
            this.network = drawn.network();
            this.solver = new WeightedMaxMin(network);
            this.moved = new WeightedMaxMin(network);
            this.gradient = new ThroughputGradient(network, solver);
            this.weights = drawn.weights();
            this.rates = new double[drawn.flows()];
            this.v = numbers(random, drawn.flows());
            this.product = new double[drawn.flows()];
            solver.allocate(weights, rates);
            gradient.product(weights, rates, v, product);
        }

        int[] columnsWithWeight() {
            return columns(true);
        }

        int[] columnsWithoutWeight() {
            return columns(false);
        }

        private int[] columns(boolean withWeight) {
            return IntStream.range(0, weights.length)
                    .filter(k -> weights[k] > 0 == withWeight)
                    .limit(COLUMNS)
                    .toArray();
        }

        double levelOrOne(int flow) {
            double level = weights[flow] > 0 ? rates[flow] / weights[flow] : 1e9;
            return Math.max(1, Math.min(level, 1e12));
        }

        /// The central difference, unless there is a kink.
        boolean differsCentrally(int k) {
            double step = 1e-4 * weights[k];
            double[] above = new double[weights.length];
            double[] below = new double[weights.length];
            Regime here = Regime.of(this, solver, weights, -1);
            Regime higher = at(k, weights[k] + step, above, -1);
            Regime lower = at(k, weights[k] - step, below, -1);
            compare(j -> (above[j] - below[j]) / (2 * step), step);
            return here.equals(higher) && here.equals(lower);
        }

        /// The difference from zero upwards, of second order, unless there is a kink right there; it tells jumps.
        boolean differsFromZero(int k) {
            double step = 1e-4;
            double[] once = new double[weights.length];
            double[] twice = new double[weights.length];
            Regime near = at(k, step, once, -1);
            Regime far = at(k, 2 * step, twice, -1);
            Regime others = at(k, step, once, k);
            Regime before = Regime.of(this, solver, weights, k);
            compare(j -> (4 * once[j] - twice[j] - 3 * rates[j]) / (2 * step), 0.2 * step);
            jumps = Double.isInfinite(once[k]) || (once[k] > 0 && twice[k] < 1.5 * once[k]);
            return near.equals(far) && others.sameOrder(before);
        }

        private Regime at(int k, double weight, double[] out, int without) {
            double[] changed = weights.clone();
            changed[k] = weight;
            moved.allocate(changed, out);
            return Regime.of(this, moved, changed, without);
        }

        private void compare(IntToDoubleFunction difference, double step) {
            expected = 0;
            scale = 0;
            noise = 0;
            for (int j = 0; j < weights.length; j++) {
                if (!Double.isInfinite(rates[j])) {
                    expected += v[j] * difference.applyAsDouble(j);
                    scale += Math.abs(v[j] * difference.applyAsDouble(j));
                    noise += Math.abs(v[j]) * 32 * roundingOf(j) / step;
                }
            }
        }

        /// A rate is what others leave of a capacity, so it is as exact as the capacity.
        private double roundingOf(int flow) {
            double rounding = Math.ulp(rates[flow]);
            for (int r : drawn.paths()[flow]) {
                rounding = Math.max(rounding, Math.ulp(finite(drawn.capacityBps()[r])));
            }
            return rounding;
        }

        void assertProduct(int k, String what) {
            // Relative to the terms of the sum, which may cancel out, beyond the rounding of the differences.
            assertThat(product[k]).as(what).isEqualTo(expected, within(1e-6 * scale + noise));
        }
    }

    /// What must stay the same for a derivative: who stops where and in which order, and on which side of its kinks
    /// the capacity of each resource is.
    private record Regime(List<Integer> order, List<Integer> sides) {
        static Regime of(Probe probe, WeightedMaxMin solver, double[] weights, int without) {
            List<Integer> order = new ArrayList<>();
            for (int place = 0; place < solver.stoppedFlows(); place++) {
                int flow = solver.stoppedFlow(place);
                if (flow != without) {
                    order.add(flow);
                    order.add(solver.bottleneckOf(flow));
                }
            }
            double[] connections = probe.drawn.load(weights);
            List<Integer> sides = new ArrayList<>();
            for (int r = 0; r < connections.length; r++) {
                sides.add(Double.compare(connections[r], probe.drawn.deteriorationFrom()[r])
                        * (probe.network.capacityBps(r, connections[r]) > 0 ? 1 : 2));
            }
            return new Regime(order, sides);
        }

        boolean sameOrder(Regime other) {
            return order.equals(other.order);
        }
    }
}
