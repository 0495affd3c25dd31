// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.utility.Utility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Tuners of transfer jobs as an optimizer: each pipe is a job with a tuner of its own, a control interval is a sample,
/// and all of them compete. An idle pipe stays as it is, and so does one that had fewer transfers than its n, of which
/// the interval says nothing.
public final class TunerPerPipe implements Optimizer {
    /// Connections that may be missing, as a part of n, before an interval says nothing about n.
    private static final double MISSING = 0.2;

    private final Supplier<PipeTuner> tuners;
    private final Utility reported;
    private final Map<PipeId, PipeTuner> tunerOfPipe = new HashMap<>();

    /// @param tuners makes the tuner of a new pipe
    /// @param reported what is reported as utility of all pipes; no tuner looks at it
    public TunerPerPipe(Supplier<PipeTuner> tuners, Utility reported) {
        this.tuners = tuners;
        this.reported = reported;
    }

    @Override
    public Decision decide(Observation observation) {
        List<PipeDecision> decisions = new ArrayList<>();
        Set<PipeId> seen = new HashSet<>();
        for (PipeObservation pipe : observation.pipes()) {
            seen.add(pipe.pipe().id());
            decisions.add(decide(pipe, observation.at()));
        }
        tunerOfPipe.keySet().retainAll(seen);
        double utility = reported.value(observation.throughputBps(), observation.weights());
        return Decision.unpriced(observation, decisions, utility, utility);
    }

    private PipeDecision decide(PipeObservation pipe, Instant at) {
        ConnectionRange range = ConnectionRange.of(pipe.pipe().limits());
        PipeTuner tuner = tunerOfPipe.get(pipe.pipe().id());
        if (tuner == null) {
            tuner = tuners.get();
            tunerOfPipe.put(pipe.pipe().id(), tuner);
            return PipeDecision.of(pipe, tuner.first(range, at), Rationale.of(Reason.START));
        }
        int tried = Math.max(1, pipe.decidedConnections());
        if (!pipe.hasWork()) {
            return PipeDecision.of(pipe, range.clamp(tried), Rationale.of(Reason.IDLE));
        }
        if (pipe.queuedTransfers() == 0 && pipe.meanActiveConnections() < (1 - MISSING) * tried) {
            return PipeDecision.of(pipe, range.clamp(tried), Rationale.of(Reason.NO_BACKLOG));
        }
        return tuner.next(pipe, tried, range, at);
    }
}
