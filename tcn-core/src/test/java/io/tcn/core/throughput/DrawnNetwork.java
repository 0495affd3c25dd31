// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/// A random network with everything that a network can have: zero, infinite and shrinking capacities, ceilings,
/// flows without weight and flows without resources.
final class DrawnNetwork {
    private static final double NONE = Double.POSITIVE_INFINITY;

    private final int[][] paths;
    private final double[] capacityBps;
    private final double[] deteriorationFrom;
    private final double[] deteriorationBps;
    private final double[] ceilingBps;
    private final double[] weights;

    private DrawnNetwork(
            int[][] paths,
            double[] capacityBps,
            double[] deteriorationFrom,
            double[] deteriorationBps,
            double[] ceilingBps,
            double[] weights) {
        this.paths = paths;
        this.capacityBps = capacityBps;
        this.deteriorationFrom = deteriorationFrom;
        this.deteriorationBps = deteriorationBps;
        this.ceilingBps = ceilingBps;
        this.weights = weights;
    }

    /// @param whole whether numbers are small whole ones, so that many levels are the same
    static DrawnNetwork draw(RandomGenerator random, boolean whole) {
        int flows = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1 + random.nextInt(60);
        int resources = 1 + random.nextInt(40);
        double[] capacity = new double[resources];
        double[] from = new double[resources];
        double[] loss = new double[resources];
        for (int r = 0; r < resources; r++) {
            capacity[r] = switch (random.nextInt(14)) {
                case 0 -> 0;
                case 1 -> NONE;
                default -> whole ? 1e9 * (1 + random.nextInt(4)) : 1e9 * (0.1 + 10 * random.nextDouble());
            };
            from[r] = NONE;
            if (random.nextInt(3) == 0) {
                from[r] = random.nextInt(150);
                loss[r] = Math.min(capacity[r], 1e9) * random.nextDouble() / 200;
            }
        }
        int[][] paths = new int[flows][];
        double[] ceiling = new double[flows];
        for (int i = 0; i < flows; i++) {
            paths[i] = random.ints(random.nextInt(8), 0, resources).distinct().toArray();
            ceiling[i] = random.nextInt(3) > 0
                    ? NONE
                    : whole ? 1e8 * (1 + random.nextInt(5)) : 1e6 * Math.exp(6 * random.nextDouble());
        }
        return new DrawnNetwork(paths, capacity, from, loss, ceiling, drawWeights(random, flows, whole));
    }

    static double[] drawWeights(RandomGenerator random, int flows, boolean whole) {
        double[] weights = new double[flows];
        for (int i = 0; i < flows; i++) {
            weights[i] = switch (random.nextInt(6)) {
                case 0 -> 0;
                case 1 -> whole ? 1 : 0.1 + 10 * random.nextDouble();
                default -> 1 + random.nextInt(whole ? 4 : 40);
            };
        }
        return weights;
    }

    int[][] paths() {
        return paths;
    }

    double[] capacityBps() {
        return capacityBps;
    }

    double[] deteriorationFrom() {
        return deteriorationFrom;
    }

    double[] ceilingBps() {
        return ceilingBps;
    }

    double[] weights() {
        return weights;
    }

    int flows() {
        return paths.length;
    }

    FlowNetwork network() {
        return new FlowNetwork(paths, capacityBps, deteriorationFrom, deteriorationBps, ceilingBps);
    }

    double[] load(double[] perFlow) {
        double[] load = new double[capacityBps.length];
        for (int i = 0; i < paths.length; i++) {
            for (int r : paths[i]) {
                load[r] += perFlow[i];
            }
        }
        return load;
    }

    double[] effectiveBps() {
        double[] effective = load(weights);
        for (int r = 0; r < effective.length; r++) {
            double excess = effective[r] - deteriorationFrom[r];
            effective[r] = excess > 0 ? Math.max(0, capacityBps[r] - deteriorationBps[r] * excess) : capacityBps[r];
        }
        return effective;
    }

    /// Progressive filling as the textbook has it: all flows rise together until the next event stops one or more
    /// of them; everything is summed anew at each event.
    double[] fillByRescan() {
        double[] effective = effectiveBps();
        double[] rates = new double[paths.length];
        boolean[] stopped = new boolean[paths.length];
        for (int i = 0; i < paths.length; i++) {
            stopped[i] = !(weights[i] > 0);
        }
        while (true) {
            double[] open = new double[effective.length];
            double[] taken = new double[effective.length];
            double level = NONE;
            for (int i = 0; i < paths.length; i++) {
                for (int r : paths[i]) {
                    open[r] += stopped[i] ? 0 : weights[i];
                    taken[r] += stopped[i] ? rates[i] : 0;
                }
                level = stopped[i] ? level : Math.min(level, ceilingBps[i]);
            }
            int full = -1;
            for (int r = 0; r < effective.length; r++) {
                double share = Math.max(0, effective[r] - taken[r]) / open[r];
                if (open[r] > 0 && share < level) {
                    level = share;
                    full = r;
                }
            }
            boolean rest = false;
            for (int i = 0; i < paths.length; i++) {
                int tightest = full;
                boolean stops =
                        full >= 0 ? Arrays.stream(paths[i]).anyMatch(r -> r == tightest) : ceilingBps[i] <= level;
                if (!stopped[i] && stops) {
                    stopped[i] = true;
                    rates[i] = weights[i] * level;
                }
                rest |= !stopped[i];
            }
            if (!rest) {
                return rates;
            }
        }
    }
}
