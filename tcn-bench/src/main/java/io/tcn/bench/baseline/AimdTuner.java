// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.baseline;

import io.tcn.core.optimizer.PipeObservation;

/// Additive increase, multiplicative decrease: a connection more per interval, half of them where the throughput of
/// the pipe falls by a tenth below its moving average while it has no fewer connections. There is no loss to be seen
/// at this level, so a fall stands for it.
public final class AimdTuner implements PerPipeOptimizer.Tuner {
    private static final double FALL = 0.9;
    private static final double NEWEST = 0.3;

    private double averageBps;
    private int before;

    @Override
    public double next(PipeObservation pipe) {
        int n = pipe.decidedConnections();
        double bps = pipe.throughputBps();
        boolean fell = n >= before && bps < FALL * averageBps;
        averageBps = averageBps == 0 || fell ? bps : averageBps + NEWEST * (bps - averageBps);
        before = n;
        return fell ? n / 2.0 : n + 1;
    }
}
