// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.model.Endpoint;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Parameters of [FtsOptimizer]; in brackets the name of FTS's own setting and its value.
///
/// @param interval time between two runs (`OptimizerInterval`, 60 s); zero: a run at each control interval
/// @param steadyInterval how long a pair is left alone while nothing changes (`OptimizerSteadyInterval`, 300 s)
/// @param mode how boldly (2)
/// @param alpha weight of the newest throughput in the moving average, above 0 and at most 1 (`OptimizerEMAAlpha`,
///     0.1)
/// @param lowSuccessRate success rates below, in percent, take connections away (`LowSuccessRate`, 97)
/// @param baseSuccessRate low success rates from here on are spared while they rise (`BaseSuccessRate`, 96)
/// @param increaseStep connections added at a time in conservative mode (`OptimizerIncreaseStep`, 1)
/// @param aggressiveIncreaseStep connections added at a time in the other modes (`OptimizerAggressiveIncreaseStep`,
///     2)
/// @param decreaseStep connections taken away at a time (`OptimizerDecreaseStep`, 1)
/// @param maxStreams streams of one transfer at most (`OptimizerMaxStreams`, 16)
/// @param range where the least and greatest number of connections come from
/// @param storageMaxActive connections of a pair at most where the range is that of the storages (60)
/// @param outboundCapBps what may be read from a storage in all, in bit/s; storages not listed have no cap
/// @param inboundCapBps what may be written to a storage in all, in bit/s; storages not listed have no cap
public record FtsOptimizerSettings(
        Duration interval,
        Duration steadyInterval,
        FtsMode mode,
        double alpha,
        int lowSuccessRate,
        int baseSuccessRate,
        int increaseStep,
        int aggressiveIncreaseStep,
        int decreaseStep,
        int maxStreams,
        FtsRange range,
        int storageMaxActive,
        Map<Endpoint, Double> outboundCapBps,
        Map<Endpoint, Double> inboundCapBps) {
    /// What FTS 3.14 comes with, the limits of the pipes being those of the links.
    public static final FtsOptimizerSettings DEFAULT = new Builder().build();

    public FtsOptimizerSettings {
        outboundCapBps = Collections.unmodifiableMap(new TreeMap<>(outboundCapBps));
        inboundCapBps = Collections.unmodifiableMap(new TreeMap<>(inboundCapBps));
        if (interval.isNegative() || steadyInterval.isNegative()) {
            throw new IllegalArgumentException("the intervals of the FTS optimizer must not be negative, given were "
                    + interval + " and " + steadyInterval);
        }
        if (!(alpha > 0 && alpha <= 1)) {
            throw new IllegalArgumentException("alpha must be above 0 and at most 1, given was " + alpha);
        }
        if (baseSuccessRate < 0 || lowSuccessRate < baseSuccessRate || lowSuccessRate > 100) {
            throw new IllegalArgumentException("success rates must be 0 <= base <= low <= 100 percent, given were base "
                    + baseSuccessRate + ", low " + lowSuccessRate);
        }
        if (increaseStep < 1 || aggressiveIncreaseStep < 1 || decreaseStep < 1) {
            throw new IllegalArgumentException("steps are at least 1, given were " + increaseStep + ", "
                    + aggressiveIncreaseStep + " and " + decreaseStep);
        }
        if (maxStreams < 1 || storageMaxActive < 1) {
            throw new IllegalArgumentException(
                    "a transfer has a stream and a storage a connection at least, given were " + maxStreams + " and "
                            + storageMaxActive);
        }
        checkCaps(outboundCapBps);
        checkCaps(inboundCapBps);
    }

    private static void checkCaps(Map<Endpoint, Double> capsBps) {
        capsBps.forEach((storage, capBps) -> {
            if (!(capBps > 0)) {
                throw new IllegalArgumentException(
                        "the throughput cap of " + storage + " must be above 0 bit/s, given was " + capBps);
            }
        });
    }

    /// The same, to be told in parts otherwise.
    public Builder toBuilder() {
        return new Builder(this);
    }

    public FtsOptimizerSettings withInterval(Duration newInterval) {
        return toBuilder().interval(newInterval).build();
    }

    public FtsOptimizerSettings withMode(FtsMode newMode) {
        return toBuilder().mode(newMode).build();
    }

    public FtsOptimizerSettings withRange(FtsRange newRange) {
        return toBuilder().range(newRange).build();
    }

    /// Other caps on what a storage may give and take.
    public FtsOptimizerSettings withCaps(Map<Endpoint, Double> newOutboundBps, Map<Endpoint, Double> newInboundBps) {
        return toBuilder()
                .outboundCapBps(newOutboundBps)
                .inboundCapBps(newInboundBps)
                .build();
    }

    /// Connections added at a time.
    int increase() {
        return mode.isBold() ? aggressiveIncreaseStep : increaseStep;
    }

    /// Collects parameters, each by its name; what is not set is as FTS comes with it.
    public static final class Builder {
        private Duration interval = Duration.ofMinutes(1);
        private Duration steadyInterval = Duration.ofMinutes(5);
        private FtsMode mode = FtsMode.NORMAL;
        private double alpha = 0.1;
        private int lowSuccessRate = 97;
        private int baseSuccessRate = 96;
        private int increaseStep = 1;
        private int aggressiveIncreaseStep = 2;
        private int decreaseStep = 1;
        private int maxStreams = 16;
        private FtsRange range = FtsRange.PIPE_LIMITS;
        private int storageMaxActive = 60;
        private Map<Endpoint, Double> outboundCapBps = Map.of();
        private Map<Endpoint, Double> inboundCapBps = Map.of();

        private Builder() {}

        private Builder(FtsOptimizerSettings settings) {
            interval = settings.interval;
            steadyInterval = settings.steadyInterval;
            mode = settings.mode;
            alpha = settings.alpha;
            lowSuccessRate = settings.lowSuccessRate;
            baseSuccessRate = settings.baseSuccessRate;
            increaseStep = settings.increaseStep;
            aggressiveIncreaseStep = settings.aggressiveIncreaseStep;
            decreaseStep = settings.decreaseStep;
            maxStreams = settings.maxStreams;
            range = settings.range;
            storageMaxActive = settings.storageMaxActive;
            outboundCapBps = settings.outboundCapBps;
            inboundCapBps = settings.inboundCapBps;
        }

        public Builder interval(Duration value) {
            interval = value;
            return this;
        }

        public Builder steadyInterval(Duration value) {
            steadyInterval = value;
            return this;
        }

        public Builder mode(FtsMode value) {
            mode = value;
            return this;
        }

        public Builder alpha(double value) {
            alpha = value;
            return this;
        }

        public Builder lowSuccessRate(int value) {
            lowSuccessRate = value;
            return this;
        }

        public Builder baseSuccessRate(int value) {
            baseSuccessRate = value;
            return this;
        }

        public Builder increaseStep(int value) {
            increaseStep = value;
            return this;
        }

        public Builder aggressiveIncreaseStep(int value) {
            aggressiveIncreaseStep = value;
            return this;
        }

        public Builder decreaseStep(int value) {
            decreaseStep = value;
            return this;
        }

        public Builder maxStreams(int value) {
            maxStreams = value;
            return this;
        }

        public Builder range(FtsRange value) {
            range = value;
            return this;
        }

        public Builder storageMaxActive(int value) {
            storageMaxActive = value;
            return this;
        }

        public Builder outboundCapBps(Map<Endpoint, Double> value) {
            outboundCapBps = value;
            return this;
        }

        public Builder inboundCapBps(Map<Endpoint, Double> value) {
            inboundCapBps = value;
            return this;
        }

        /// @throws IllegalArgumentException if a parameter makes no sense
        public FtsOptimizerSettings build() {
            return new FtsOptimizerSettings(
                    interval,
                    steadyInterval,
                    mode,
                    alpha,
                    lowSuccessRate,
                    baseSuccessRate,
                    increaseStep,
                    aggressiveIncreaseStep,
                    decreaseStep,
                    maxStreams,
                    range,
                    storageMaxActive,
                    outboundCapBps,
                    inboundCapBps);
        }
    }
}
