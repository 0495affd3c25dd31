// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// [WeightedMaxMin] against its definition and against a filling that does everything anew at each step, on
/// networks with up to 60 flows and 40 resources.
class MaxMinOfRandomNetworksTest {
    private static final int NETWORKS = 1500;

    @Test
    void noResourceCarriesMoreThanItCan() {
        for (long seed = 1; seed <= NETWORKS; seed++) {
            Allocation made = Allocation.of(seed);
            double[] load = made.drawn.load(made.rates);
            double[] effective = made.drawn.effectiveBps();
            for (int r = 0; r < load.length; r++) {
                assertThat(load[r])
                        .as("load of resource %d of seed %d", r, seed)
                        .isLessThanOrEqualTo(effective[r] * (1 + 1e-9));
                assertThat(made.solver.effectiveCapacityBps(r)).isEqualTo(effective[r]);
                if (effective[r] < Double.POSITIVE_INFINITY) {
                    assertThat(made.solver.unusedBps(r))
                            .as("what is left of resource %d of seed %d", r, seed)
                            .isEqualTo(effective[r] - load[r], within(1e-9 * effective[r]));
                }
            }
        }
    }

    @Test
    void everyFlowIsStoppedByItsCeilingOrByAFullResourceWhereNobodyHasAHigherLevel() {
        for (long seed = 1; seed <= NETWORKS; seed++) {
            Allocation made = Allocation.of(seed);
            DrawnNetwork drawn = made.drawn;
            double[] load = drawn.load(made.rates);
            double[] effective = drawn.effectiveBps();
            double[] highest = new double[load.length];
            for (int i = 0; i < drawn.flows(); i++) {
                for (int r : drawn.paths()[i]) {
                    highest[r] = Math.max(highest[r], made.level(i));
                }
            }
            for (int i = 0; i < drawn.flows(); i++) {
                int bottleneck = made.solver.bottleneckOf(i);
                String what = "flow " + i + " of seed " + seed;
                if (!(drawn.weights()[i] > 0)) {
                    assertThat(made.rates[i]).as(what).isZero();
                } else if (bottleneck == WeightedMaxMin.NO_RESOURCE) {
                    assertThat(made.rates[i]).as(what).isEqualTo(drawn.weights()[i] * drawn.ceilingBps()[i]);
                } else {
                    assertThat(drawn.paths()[i]).as(what).contains(bottleneck);
                    assertThat(load[bottleneck])
                            .as(what)
                            .isEqualTo(effective[bottleneck], within(1e-9 * effective[bottleneck]));
                    assertThat(highest[bottleneck]).as(what).isLessThanOrEqualTo(made.level(i) * (1 + 1e-9));
                    assertThat(made.solver.levelBps(bottleneck))
                            .as(what)
                            .isEqualTo(made.level(i), within(1e-12 * made.level(i)));
                }
            }
        }
    }

    @Test
    void theRatesAreThoseOfAFillingThatDoesEverythingAnew() {
        for (long seed = 1; seed <= NETWORKS; seed++) {
            Allocation made = Allocation.of(seed);
            double[] expected = made.drawn.fillByRescan();
            for (int i = 0; i < expected.length; i++) {
                if (Double.isInfinite(expected[i])) {
                    assertThat(made.rates[i]).as("flow %d of seed %d", i, seed).isInfinite();
                } else {
                    assertThat(made.rates[i])
                            .as("flow %d of seed %d", i, seed)
                            .isEqualTo(expected[i], within(1e-9 * expected[i]));
                }
            }
        }
    }

    @Test
    void everyFlowWithAWeightStopsOnceAndLevelsNeverFallInTheOrderOfStopping() {
        for (long seed = 1; seed <= NETWORKS; seed++) {
            Allocation made = Allocation.of(seed);
            boolean[] seen = new boolean[made.drawn.flows()];
            double last = 0;
            for (int place = 0; place < made.solver.stoppedFlows(); place++) {
                int flow = made.solver.stoppedFlow(place);
                assertThat(seen[flow]).as("flow %d of seed %d", flow, seed).isFalse();
                seen[flow] = true;
                assertThat(made.level(flow))
                        .as("flow %d of seed %d", flow, seed)
                        .isGreaterThanOrEqualTo(last * (1 - 1e-9));
                last = made.level(flow);
            }
            for (int i = 0; i < seen.length; i++) {
                assertThat(seen[i])
                        .as("flow %d of seed %d", i, seed)
                        .isEqualTo(made.drawn.weights()[i] > 0);
            }
        }
    }

    @Test
    void whatAResourceStoppedWeighsAsMuchAsItSays() {
        for (long seed = 1; seed <= NETWORKS; seed++) {
            Allocation made = Allocation.of(seed);
            double[] weight = new double[made.drawn.capacityBps().length];
            for (int i = 0; i < made.drawn.flows(); i++) {
                if (made.solver.bottleneckOf(i) != WeightedMaxMin.NO_RESOURCE) {
                    weight[made.solver.bottleneckOf(i)] += made.drawn.weights()[i];
                }
            }
            for (int r = 0; r < weight.length; r++) {
                assertThat(made.solver.stoppedWeight(r))
                        .as("resource %d of seed %d", r, seed)
                        .isEqualTo(weight[r], within(1e-9 * weight[r]));
            }
        }
    }

    private static final class Allocation {
        private final DrawnNetwork drawn;
        private final WeightedMaxMin solver;
        private final double[] rates;

        private Allocation(DrawnNetwork drawn, WeightedMaxMin solver, double[] rates) {
            this.drawn = drawn;
            this.solver = solver;
            this.rates = rates;
        }

        /// Every second network has many equal levels. Another allocation goes before, to be forgotten.
        static Allocation of(long seed) {
            Random random = Random.from(new SplittableRandom(seed));
            boolean whole = seed % 2 == 0;
            DrawnNetwork drawn = DrawnNetwork.draw(random, whole);
            WeightedMaxMin solver = new WeightedMaxMin(drawn.network());
            double[] rates = new double[drawn.flows()];
            Arrays.fill(rates, Double.NaN);
            solver.allocate(DrawnNetwork.drawWeights(random, drawn.flows(), whole), rates);
            solver.allocate(drawn.weights(), rates);
            return new Allocation(drawn, solver, rates);
        }

        double level(int flow) {
            return drawn.weights()[flow] > 0 ? rates[flow] / drawn.weights()[flow] : 0;
        }
    }
}
