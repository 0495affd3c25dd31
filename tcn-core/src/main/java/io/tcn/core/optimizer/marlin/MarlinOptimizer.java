// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.utility.Utility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Marlin's search for every pipe by itself, on connections: each pipe is a job, and a control interval is a sample.
///
/// A pipe shows one number, bytes that arrived, and not three: storages that copy from one to the other tell nothing
/// of their reading and writing, and a connection reads, sends and writes. So of Marlin's three searches one is left,
/// that of the network (equation 2; loss is not observed), and nobody waits for a staging buffer. What was tried is
/// what was at work: files run on after n has fallen. An interval in which a pipe had fewer transfers than its n says
/// nothing about n and is passed over.
public final class MarlinOptimizer implements Optimizer {
    /// Connections that may be missing, as a part of n, before an interval says nothing about n.
    private static final double MISSING = 0.2;

    private static final int START = 2;

    private final FalconUtility link = FalconUtility.usual();
    private final Utility reported;
    private final Map<PipeId, StageSearch> searchOfPipe = new HashMap<>();

    /// @param reported what is reported as utility of all
    public MarlinOptimizer(Utility reported) {
        this.reported = reported;
    }

    @Override
    public Decision decide(Observation observation) {
        List<PipeDecision> decisions = new ArrayList<>();
        Set<PipeId> seen = new HashSet<>();
        for (PipeObservation pipe : observation.pipes()) {
            seen.add(pipe.pipe().id());
            decisions.add(decide(pipe));
        }
        searchOfPipe.keySet().retainAll(seen);
        double utility = reported.value(observation.throughputBps(), observation.weights());
        return Decision.unpriced(observation, decisions, utility, utility);
    }

    private PipeDecision decide(PipeObservation pipe) {
        int least = Math.max(1, pipe.pipe().limits().minConnections());
        int most = Math.max(least, pipe.pipe().limits().maxConnections());
        int tried = Math.max(1, pipe.decidedConnections());
        StageSearch search = searchOfPipe.get(pipe.pipe().id());
        if (search == null) {
            search = new StageSearch(Math.clamp(START, least, most), most);
            searchOfPipe.put(pipe.pipe().id(), search);
            return PipeDecision.of(pipe, search.first(), Rationale.of(Reason.START));
        }
        if (!pipe.hasWork()) {
            return PipeDecision.of(pipe, Math.clamp(tried, least, most), Rationale.of(Reason.IDLE));
        }
        if (pipe.queuedTransfers() == 0 && pipe.meanActiveConnections() < (1 - MISSING) * tried) {
            return PipeDecision.of(pipe, Math.clamp(tried, least, most), Rationale.of(Reason.NO_BACKLOG));
        }
        // Files that run are not ended for a lower n: what counts is what was at work.
        int atWork = Math.max(1, (int) Math.round(pipe.meanActiveConnections()));
        double utility = link.of(atWork, pipe.throughputBps(), 0);
        int next = Math.clamp(search.next(atWork, utility, 0), least, most);
        return PipeDecision.of(pipe, next, Rationale.of(Reason.PROBE, Map.of("utility", utility)));
    }
}
