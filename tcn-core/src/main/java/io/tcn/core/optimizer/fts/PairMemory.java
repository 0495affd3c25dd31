// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the optimizer of FTS remembers of a pair: its window, its last decision, and what that was based on.
/// Mutable; owned by the optimizer.
final class PairMemory {
    private final FtsOptimizerSettings settings;
    private final DecisionTable table;
    private final PairWindow window = new PairWindow();
    private @Nullable PairReading previous;

    /// v of the decision table, 0 before the first decision.
    private int connections;

    private int streams = 1;
    private long decidedNanos;
    private Rationale rationale = Rationale.of(Reason.AWAITING_RUN);

    PairMemory(FtsOptimizerSettings settings) {
        this.settings = settings;
        this.table = new DecisionTable(settings);
    }

    /// Takes in an interval.
    void observe(long startNanos, long endNanos, List<PipeObservation> pipes) {
        TransferSums sums = new TransferSums();
        pipes.forEach(sums::add);
        window.add(startNanos, endNanos, sums);
    }

    /// Looks at the pair; one without transfers is left as it is.
    void run(
            long nowNanos,
            List<PipeObservation> pipes,
            PipeLimits range,
            boolean sourceCapExceeded,
            boolean destinationCapExceeded) {
        long active = pipes.stream().mapToLong(PipeObservation::activeTransfers).sum();
        long queued = pipes.stream().mapToLong(PipeObservation::queuedTransfers).sum();
        if (active + queued == 0) {
            return;
        }
        PairReading now = PairReading.of(window, nowNanos, previous, settings.alpha(), active, queued);
        Ruling ruling = table.rule(
                new DecisionTable.Situation(
                        connections,
                        range,
                        sourceCapExceeded,
                        destinationCapExceeded,
                        Duration.ofNanos(nowNanos - decidedNanos)),
                previous,
                now);
        int before = connections;
        connections = ruling.connections();
        if (ruling.isDecision()) {
            streams = table.streams(connections, now);
            previous = now;
            decidedNanos = nowNanos;
        }
        rationale = Rationale.of(ruling.reason(), figures(now, range, before));
    }

    private Map<String, Double> figures(PairReading now, PipeLimits range, int before) {
        Map<String, Double> figures = new HashMap<>();
        figures.put("ema", now.emaBps());
        figures.put("throughput", now.throughputBps());
        figures.put("window", (double) now.windowSeconds());
        figures.put("successRate", now.successRate());
        figures.put("retries", (double) now.retries());
        figures.put("meanFileSize", now.meanFileSizeBytes());
        figures.put("fileSizeDeviation", now.fileSizeDeviationBytes());
        figures.put("queue", (double) now.queued());
        figures.put("active", (double) now.active());
        figures.put("pair", (double) connections);
        figures.put("pairBefore", (double) before);
        figures.put("min", (double) range.minConnections());
        figures.put("max", (double) range.maxConnections());
        return figures;
    }

    /// The connections of all pipes of the pair: the last decision within the range of now, the least number before
    /// there is one.
    int connections(PipeLimits range) {
        return range.clamp(connections);
    }

    int streams() {
        return streams;
    }

    /// Why the last run came to its result.
    Rationale rationale() {
        return rationale;
    }
}
