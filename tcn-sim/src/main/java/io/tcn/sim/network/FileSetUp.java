// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.port.Attempt;
import java.util.random.RandomGenerator;

/// What it takes until the bytes of a file flow: handshakes and slow start, as [TransferPhysics] says.
final class FileSetUp {
    private static final long KEEP_WARM_NANOS = Math.round(TransferPhysics.KEEP_WARM_SECONDS * 1e9);

    private final TransferPhysics details;
    private final RandomGenerator random;
    private final double[] rttSeconds;
    private final double[] rampUpSeconds;

    FileSetUp(FluidNetwork network, TransferPhysics details, RandomGenerator random) {
        this.details = details;
        this.random = random;
        this.rttSeconds = new double[network.pipes().size()];
        this.rampUpSeconds = new double[rttSeconds.length];
        use(network);
    }

    /// Takes round-trip times and ceilings of a network. A connection without ceiling is fully open when it fills
    /// the narrowest resource of its path by itself.
    void use(FluidNetwork network) {
        for (int i = 0; i < rttSeconds.length; i++) {
            rttSeconds[i] = network.rttSeconds().get(i);
            double fullBps = network.flows().ceilingBps(i);
            for (int r : network.path(i)) {
                fullBps = Math.min(fullBps, network.flows().capacityBps(r, 0));
            }
            rampUpSeconds[i] = details.rampUpSeconds(rttSeconds[i], fullBps);
        }
    }

    /// How long an attempt that may write now waits for its first byte, in nanoseconds. It takes warm connections
    /// of its pipe if there are enough, else opens new ones.
    long nanos(FluidPipe pipe, Attempt attempt, int connections, long nowNanos) {
        TransferPhysics.FileCost cost = details.fileCost();
        boolean isWarm = pipe.takeWarm(connections, nowNanos) == connections;
        double seconds = cost.seconds() + cost.rtts() * rttSeconds[pipe.index()];
        if (cost.spread() > 0) {
            seconds *= 1 + cost.spread() * random.nextDouble(-1, 1);
        }
        if (isWarm) {
            // At least 1.
            seconds /= attempt.tuning().pipelining();
        } else {
            seconds += rampUpSeconds[pipe.index()];
        }
        return Math.round(seconds * 1e9);
    }

    /// How long connections that join a running transfer take to open up, in nanoseconds.
    long rampUpNanos(FluidPipe pipe) {
        return Math.round(rampUpSeconds[pipe.index()] * 1e9);
    }

    /// A file has left its connections.
    void leave(FluidPipe pipe, int connections, long nowNanos) {
        pipe.keepWarm(connections, nowNanos + KEEP_WARM_NANOS);
    }
}
