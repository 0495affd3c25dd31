// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The decision table of the optimizer of FTS 3.14, first row that fits; see [FtsOptimizer]. Pure.
final class DecisionTable {
    /// What a run knows beside the readings of the pair.
    ///
    /// @param value v, the pair's last decision
    /// @param range least and greatest number of connections
    /// @param sourceCapExceeded whether more is read from the source than it may give
    /// @param destinationCapExceeded whether more is written to the destination than it may take
    /// @param sinceDecision time since the last decision
    record Situation(
            int value,
            PipeLimits range,
            boolean sourceCapExceeded,
            boolean destinationCapExceeded,
            Duration sinceDecision) {}

    private final FtsOptimizerSettings settings;

    DecisionTable(FtsOptimizerSettings settings) {
        this.settings = settings;
    }

    /// @param previous the reading at the last decision, null if there was none: v is 0
    Ruling rule(Situation at, @Nullable PairReading previous, PairReading now) {
        PipeLimits range = at.range();
        int min = range.minConnections();
        int max = range.maxConnections();
        if (previous == null) {
            return settings.range() == FtsRange.LINK_CONFIGURATION
                    ? Ruling.of(max, Reason.START_AT_MAXIMUM)
                    : Ruling.of(min + (max - min) / 2, Reason.START_HALFWAY);
        }
        if (min == max) {
            return Ruling.of(min, Reason.FIXED);
        }
        if (at.sourceCapExceeded()) {
            return fewer(at, Reason.SOURCE_THROUGHPUT_LIMIT);
        }
        if (at.destinationCapExceeded()) {
            return fewer(at, Reason.DESTINATION_THROUGHPUT_LIMIT);
        }
        if (now.isAs(previous) && at.sinceDecision().compareTo(settings.steadyInterval()) < 0) {
            return Ruling.notRun(range.clamp(at.value()), Reason.STEADY);
        }
        if (now.successRate() < settings.lowSuccessRate()) {
            boolean improving = now.successRate() > previous.successRate()
                    && now.successRate() >= settings.baseSuccessRate()
                    && now.retries() <= previous.retries();
            return improving ? same(at, Reason.LOW_SUCCESS_IMPROVING) : fewer(at, Reason.LOW_SUCCESS);
        }
        if (!(now.emaBps() > 0)) {
            return same(at, Reason.NO_THROUGHPUT);
        }
        if (now.queued() < at.value()) {
            return same(at, Reason.QUEUE_EMPTYING);
        }
        // Two floating-point averages are compared as FTS does it: exactly.
        int change = Double.compare(now.emaBps(), previous.emaBps());
        if (change > 0) {
            return more(at, now, Reason.EMA_ROSE);
        }
        if (change == 0) {
            return more(at, now, Reason.EMA_EQUAL);
        }
        if (magnitude(now.meanFileSizeBytes()) < magnitude(previous.meanFileSizeBytes())) {
            return more(at, now, Reason.FILES_SMALLER);
        }
        // Orders of magnitude are those of bytes per second.
        if (magnitude(now.emaBps() / 8) < magnitude(previous.emaBps() / 8)) {
            return fewer(at, Reason.EMA_FELL_MAGNITUDE);
        }
        return same(at, Reason.EMA_FELL);
    }

    /// Streams of one transfer: as many as leave no connection of the pair unused.
    int streams(int connections, PairReading now) {
        if (!settings.mode().isBold()) {
            return 1;
        }
        long transfers = Math.max(1, now.active() + now.queued());
        return Math.clamp(connections / transfers, 1, settings.maxStreams());
    }

    private static Ruling same(Situation at, Reason reason) {
        return Ruling.of(at.range().clamp(at.value()), reason);
    }

    private Ruling fewer(Situation at, Reason reason) {
        return Ruling.of(at.range().clamp((long) at.value() - settings.decreaseStep()), reason);
    }

    /// An increase within the range, unless the queue is too short for it.
    private Ruling more(Situation at, PairReading now, Reason reason) {
        int wanted = at.range().clamp((long) at.value() + settings.increase());
        if (wanted > at.value()) {
            if (!settings.mode().isBold() && now.queued() < wanted) {
                return same(at, Reason.NOT_ENOUGH_QUEUED);
            }
            if (settings.mode().isBold() && wanted > now.queued() * settings.maxStreams()) {
                return same(at, Reason.TOO_MANY_STREAMS);
            }
        }
        return Ruling.of(wanted, reason);
    }

    /// The order of magnitude; of zero, less than that of anything else.
    private static double magnitude(double x) {
        return x > 0 ? Math.floor(Math.log10(x) + 0.5) : Double.NEGATIVE_INFINITY;
    }
}
