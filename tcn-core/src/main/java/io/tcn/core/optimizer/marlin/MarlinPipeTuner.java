// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.optimizer.job.ConnectionRange;
import io.tcn.core.optimizer.job.PipeTuner;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Marlin's search for a pipe, on connections.
///
/// A pipe shows one number, bytes that arrived, and not three: storages that copy from one to the other tell nothing
/// of their reading and writing, and a connection reads, sends and writes. So of Marlin's three searches one is left,
/// that of the network (equation 2; loss is not observed), and nobody waits for a staging buffer. What was tried is
/// what was at work: files run on after n has fallen.
final class MarlinPipeTuner implements PipeTuner {
    private static final int START = 2;

    private final FalconUtility link = FalconUtility.usual();
    private @Nullable StageSearch search;

    private StageSearch search(ConnectionRange range) {
        if (search == null) {
            search = new StageSearch(range.clamp(START), range.most());
        }
        return search;
    }

    @Override
    public int first(ConnectionRange range, Instant at) {
        return search(range).first();
    }

    @Override
    public PipeDecision next(PipeObservation pipe, int tried, ConnectionRange range, Instant at) {
        // Files that run are not ended for a lower n: what counts is what was at work.
        int atWork = Math.max(1, (int) Math.round(pipe.meanActiveConnections()));
        double utility = link.of(atWork, pipe.throughputBps(), 0);
        int next = range.clamp(search(range).next(atWork, utility, 0));
        return PipeDecision.of(pipe, next, Rationale.of(Reason.PROBE, Map.of("utility", utility)));
    }
}
