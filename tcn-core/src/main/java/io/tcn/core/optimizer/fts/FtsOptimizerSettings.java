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
    public static final FtsOptimizerSettings DEFAULT = new FtsOptimizerSettings(
            Duration.ofSeconds(60),
            Duration.ofSeconds(300),
            FtsMode.NORMAL,
            0.1,
            97,
            96,
            1,
            2,
            1,
            16,
            FtsRange.PIPE_LIMITS,
            60,
            Map.of(),
            Map.of());

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

    public FtsOptimizerSettings withInterval(Duration newInterval) {
        return new FtsOptimizerSettings(
                newInterval,
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

    public FtsOptimizerSettings withMode(FtsMode newMode) {
        return new FtsOptimizerSettings(
                interval,
                steadyInterval,
                newMode,
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

    public FtsOptimizerSettings withRange(FtsRange newRange) {
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
                newRange,
                storageMaxActive,
                outboundCapBps,
                inboundCapBps);
    }

    /// Other caps on what a storage may give and take.
    public FtsOptimizerSettings withCaps(Map<Endpoint, Double> newOutboundBps, Map<Endpoint, Double> newInboundBps) {
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
                newOutboundBps,
                newInboundBps);
    }

    /// Connections added at a time.
    int increase() {
        return mode.isBold() ? aggressiveIncreaseStep : increaseStep;
    }
}
