// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.utility.Utility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// FStream++'s online profiling for every pipe by itself: each is a job, a control interval is a step of
/// [OnlineProfiling], and connections are concurrency. An idle pipe, or one with fewer transfers than
/// connections, stays as it is.
public final class FStreamOptimizer implements Optimizer {
    private static final double MISSING = 0.2;
    private static final double MILLIS = 1e3;

    private final Utility reported;
    private final Map<PipeId, OnlineProfiling> profilingOfPipe = new HashMap<>();

    /// @param reported what is reported as utility of all
    public FStreamOptimizer(Utility reported) {
        this.reported = reported;
    }

    @Override
    public Decision decide(Observation observation) {
        double seconds = observation.at().toEpochMilli() / MILLIS;
        List<PipeDecision> decisions = new ArrayList<>();
        Set<PipeId> seen = new HashSet<>();
        for (PipeObservation pipe : observation.pipes()) {
            seen.add(pipe.pipe().id());
            decisions.add(decide(pipe, seconds));
        }
        profilingOfPipe.keySet().retainAll(seen);
        double utility = reported.value(observation.throughputBps(), observation.weights());
        return Decision.unpriced(observation, decisions, utility, utility);
    }

    private PipeDecision decide(PipeObservation pipe, double seconds) {
        int least = Math.max(1, pipe.pipe().limits().minConnections());
        int most = Math.max(least, pipe.pipe().limits().maxConnections());
        int tried = pipe.decidedConnections();
        OnlineProfiling profiling = profilingOfPipe.get(pipe.pipe().id());
        if (profiling == null) {
            profiling = new OnlineProfiling(most);
            profiling.restart(seconds);
            profilingOfPipe.put(pipe.pipe().id(), profiling);
            return PipeDecision.of(pipe, least, Rationale.of(Reason.START));
        }
        if (!pipe.hasWork()) {
            return PipeDecision.of(pipe, Math.clamp(tried, least, most), Rationale.of(Reason.IDLE));
        }
        if (pipe.queuedTransfers() == 0 && pipe.meanActiveConnections() < (1 - MISSING) * tried) {
            return PipeDecision.of(pipe, Math.clamp(tried, least, most), Rationale.of(Reason.NO_BACKLOG));
        }
        int next = profiling.next(seconds, Math.max(1, tried), pipe.throughputBps());
        return PipeDecision.of(pipe, Math.clamp(next, least, most), Rationale.of(Reason.PROBE));
    }
}
