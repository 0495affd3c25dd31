// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.job.ConnectionRange;
import io.tcn.core.optimizer.job.PipeTuner;
import java.time.Instant;
import java.util.Map;

/// Falcon's decentralised mode (section 3) for a pipe: a search of its own, to which a control interval is a sample
/// transfer. What keeps competing pipes fair is the regret in their utility. Where the loss of the pipe is not known
/// the second term of the utility is zero: the bytes of third-party copies tell nobody here of it.
///
/// Files that run are not ended for a lower n. While clearly more connections are at work than n, an interval says
/// nothing of n, which stays: a lower n would look as good as a higher one, and n fell to 1 with large files.
public final class FalconPipeTuner implements PipeTuner {
    /// Connections above n, as a part of it, and one half for rounding.
    private static final double SURPLUS = 0.1;

    private static final double HALF = 0.5;

    private final ConcurrencySearch search;
    private final FalconUtility utility;

    /// @param search of this pipe alone
    /// @param utility what it climbs
    public FalconPipeTuner(ConcurrencySearch search, FalconUtility utility) {
        this.search = search;
        this.utility = utility;
    }

    @Override
    public int first(ConnectionRange range, Instant at) {
        return search.first(range.least(), range.most());
    }

    @Override
    public PipeDecision next(PipeObservation pipe, int tried, ConnectionRange range, Instant at) {
        if (pipe.meanActiveConnections() > (1 + SURPLUS) * tried + HALF) {
            return PipeDecision.of(pipe, range.clamp(tried), Rationale.of(Reason.NOTHING_MEASURED));
        }
        double reached = utility.of(tried, pipe.throughputBps(), pipe.lossRatioOrZero());
        int next = search.next(tried, reached, range.least(), range.most());
        return PipeDecision.of(pipe, next, Rationale.of(Reason.PROBE, Map.of("utility", reached)));
    }
}
