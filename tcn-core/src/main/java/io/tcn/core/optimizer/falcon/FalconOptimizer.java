// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

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
import java.util.function.Supplier;

/// Falcon's decentralised mode (section 3): each pipe is a transfer job with a search of its own, and a control
/// interval is a sample transfer. All pipes compete; what keeps them fair is the regret in their utility.
///
/// An interval in which a pipe had fewer transfers than its n says nothing about n and is passed over. Packet loss is
/// not observed, so the second term of the utility is zero.
public final class FalconOptimizer implements Optimizer {
    /// Connections that may be missing, as a part of n, before an interval says nothing about n.
    private static final double MISSING = 0.2;

    private final Supplier<ConcurrencySearch> searches;
    private final FalconUtility falconUtility;
    private final Utility reported;
    private final Map<PipeId, ConcurrencySearch> searchOfPipe = new HashMap<>();

    /// @param searches makes the search of a new pipe
    /// @param falconUtility what each pipe climbs
    /// @param reported what is reported as utility of all
    public FalconOptimizer(Supplier<ConcurrencySearch> searches, FalconUtility falconUtility, Utility reported) {
        this.searches = searches;
        this.falconUtility = falconUtility;
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
        ConcurrencySearch search = searchOfPipe.get(pipe.pipe().id());
        if (search == null) {
            search = searches.get();
            searchOfPipe.put(pipe.pipe().id(), search);
            return PipeDecision.of(pipe, search.first(least, most), Rationale.of(Reason.START));
        }
        int tried = pipe.decidedConnections();
        if (!pipe.hasWork()) {
            return PipeDecision.of(pipe, Math.clamp(tried, least, most), Rationale.of(Reason.IDLE));
        }
        if (pipe.queuedTransfers() == 0 && pipe.meanActiveConnections() < (1 - MISSING) * tried) {
            return PipeDecision.of(pipe, Math.clamp(tried, least, most), Rationale.of(Reason.NO_BACKLOG));
        }
        double utility = falconUtility.of(Math.max(1, tried), pipe.throughputBps(), 0);
        int next = search.next(Math.max(1, tried), utility, least, most);
        return PipeDecision.of(pipe, next, Rationale.of(Reason.PROBE, Map.of("utility", utility)));
    }
}
