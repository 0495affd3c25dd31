// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What the pipes of a pair did in an interval, and what was decided for them.
final class PairSum {
    private static final double EMA_ALPHA = 0.1;

    private int active;
    private int previous;
    private int actualActive;
    private int queueSize;
    private double throughput;
    private long finished;
    private long failed;
    private double bytes;
    private double bytesSquared;
    private int largestMove = -1;
    private @Nullable Rationale rationale;
    private boolean hasWork;

    void add(PipeObservation seen, PipeDecision decided) {
        int connections = decided.tuning().connections();
        active += connections;
        previous += decided.previousConnections();
        actualActive += seen.activeConnections();
        queueSize += seen.queuedTransfers();
        throughput += seen.throughputBps() / 8;
        finished += seen.finishedTransfers();
        failed += seen.retryableFailures();
        bytes += seen.finishedBytes();
        bytesSquared += seen.finishedBytesSquared();
        hasWork |= seen.hasWork();
        int move = Math.abs(connections - decided.previousConnections());
        if (move > largestMove) {
            largestMove = move;
            rationale = decided.rationale();
        }
    }

    /// Why, in words. Of a pair that had no work and has none, what was said before: words cost most of it all.
    private String words(@Nullable PairDecision before) {
        if (before != null && !before.measured().hasWork() && !hasWork && active == previous) {
            return before.decided().rationale();
        }
        return rationale == null ? "" : rationale.inWords();
    }

    PairDecision toDecision(Instant at, Links.Pair pair, @Nullable PairDecision before) {
        double mean = finished == 0 ? 0 : bytes / finished;
        double variance = finished == 0 ? 0 : Math.max(0, bytesSquared / finished - mean * mean);
        double success = finished + failed == 0 ? 100 : 100.0 * finished / (finished + failed);
        return new PairDecision(
                at,
                pair.source(),
                pair.destination(),
                new PairDecision.Decided(
                        active,
                        active - previous,
                        before == null ? 1 : before.decided().streams(),
                        words(before)),
                new PairDecision.Measured(
                        throughput, ema(before), success, actualActive, queueSize, mean, Math.sqrt(variance), hasWork));
    }

    private double ema(@Nullable PairDecision before) {
        double last = before == null ? 0 : before.measured().emaBytesPerSecond();
        if (last <= 0) {
            return throughput;
        }
        return throughput > 0 ? EMA_ALPHA * throughput + (1 - EMA_ALPHA) * last : last;
    }
}
