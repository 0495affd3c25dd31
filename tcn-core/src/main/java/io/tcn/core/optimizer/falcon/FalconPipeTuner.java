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
public final class FalconPipeTuner implements PipeTuner {
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
        double reached = utility.of(tried, pipe.throughputBps(), pipe.lossRatioOrZero());
        int next = search.next(tried, reached, range.least(), range.most());
        return PipeDecision.of(pipe, next, Rationale.of(Reason.PROBE, Map.of("utility", reached)));
    }
}
