// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.ThroughputGradient;
import io.tcn.core.throughput.WeightedMaxMin;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Networks and weights for [MaxMin] and [Gradient]: connections as they are when an optimizer has settled, in several
/// variations by one connection.
@State(Scope.Benchmark)
public class MaxMinInputs {
    private static final long SEED = 4;
    private static final int VARIATIONS = 6;
    private static final int MEAN_CONNECTIONS = 5;
    private static final double[] NONE = {};
    private static final FlowNetwork NOTHING = new FlowNetwork(new int[0][], NONE, NONE, NONE, NONE);

    @Param({"100", "10000", "100000"})
    public int pipes;

    WeightedMaxMin solver = new WeightedMaxMin(NOTHING);
    ThroughputGradient gradient = new ThroughputGradient(NOTHING, solver);
    double[][] weights = {};
    double[] ratesBps = {};
    private int calls;

    @Setup
    public void draw() {
        RandomGenerator random = StepNetwork.newRandom(SEED);
        FlowNetwork network = StepNetwork.of(pipes).truth();
        solver = new WeightedMaxMin(network);
        gradient = new ThroughputGradient(network, solver);
        weights = new double[VARIATIONS][pipes];
        ratesBps = new double[pipes];
        for (int i = 0; i < pipes; i++) {
            int usual = 1 + random.nextInt(2 * MEAN_CONNECTIONS - 1);
            for (double[] variation : weights) {
                variation[i] = Math.max(1, usual + random.nextInt(-1, 2));
            }
        }
    }

    /// The weights of the next call.
    double[] next() {
        return weights[StepSetting.turn(calls++, VARIATIONS)];
    }
}
