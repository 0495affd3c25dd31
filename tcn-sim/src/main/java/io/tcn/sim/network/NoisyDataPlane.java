// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.PipeId;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.WrappedDataPlane;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/// A data plane whose counters are read with an error: what a pipe moved between two looks is multiplied by 1 +
/// e, with e normal and independent for each pipe and look. Counters never fall: what an error would take back is
/// held back from the next looks. What really moves is not touched.
///
/// The error of a look has the deviation sigma sqrt(interval / time since the last look). So the errors of the
/// looks within an interval add up to the relative deviation sigma, however many samples are taken.
///
/// Used by one thread.
public final class NoisyDataPlane extends WrappedDataPlane {
    private static final class Counter {
        private long lookedNanos;
        private long realBytes;
        private double noisyBytes;
        private long reportedBytes;
    }

    private final TimeSource time;
    private final double sigma;
    private final double intervalSeconds;
    private final RandomGenerator random;
    private final Map<PipeId, Counter> counters = new HashMap<>();

    /// @param sigma standard deviation of what a pipe is seen to move in an interval, as a part of it, zero or more
    /// @param interval the interval that `sigma` is about, positive
    public NoisyDataPlane(DataPlane real, TimeSource time, double sigma, Duration interval, RandomGenerator random) {
        super(real);
        if (!(sigma >= 0) || Double.isInfinite(sigma) || !interval.isPositive()) {
            throw new IllegalArgumentException("noise needs a deviation of zero or more and a positive interval, given"
                    + " were " + sigma + " and " + interval);
        }
        this.time = time;
        this.sigma = sigma;
        this.intervalSeconds = interval.toNanos() / 1e9;
        this.random = random;
    }

    @Override
    public long movedBytes(PipeId pipe) {
        long now = time.nanoTime();
        long moved = super.movedBytes(pipe);
        Counter counter = counters.get(pipe);
        if (counter == null) {
            counter = new Counter();
            counter.noisyBytes = moved;
            counter.reportedBytes = moved;
            counters.put(pipe, counter);
        } else if (now > counter.lookedNanos) {
            double seconds = (now - counter.lookedNanos) / 1e9;
            double error = sigma * Math.sqrt(intervalSeconds / seconds) * random.nextGaussian();
            counter.noisyBytes += (moved - counter.realBytes) * (1 + error);
            counter.reportedBytes = Math.max(counter.reportedBytes, (long) counter.noisyBytes);
        } else {
            // Seen at this very moment: what has been added since is exact and tiny.
            counter.noisyBytes += moved - counter.realBytes;
            counter.reportedBytes = Math.max(counter.reportedBytes, (long) counter.noisyBytes);
        }
        counter.lookedNanos = now;
        counter.realBytes = moved;
        return counter.reportedBytes;
    }
}
