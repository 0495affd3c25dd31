// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// The FTS optimizer as the TCN paper models it (Protocol 1, section 4.2): each pipe by itself, from its own moving
/// average E of the throughput.
///
/// ```
/// E' = alpha T + (1 - alpha) E
/// E' <  E and round(log_B E') < round(log_B E):  n - 1
/// E' <  E otherwise:                             n
/// E' >= E:                                       n + 1     then kept within [m, M]
/// ```
///
/// Equality is that of floating point, on purpose: it is what drives n to its maximum (theorem 4.1). A pipe with
/// nothing to move is left alone, as FTS runs no optimizer for it. Cost: O(pipes) per interval.
public final class FtsModelOptimizer implements Optimizer {
    private static final class Memory {
        private double ema;
        private boolean hasEma;
        private int connections;
    }

    private final FtsModelSettings settings;
    private final Utility utility;
    private final RandomGenerator random;
    private final Map<PipeId, Memory> memories = new HashMap<>();

    public FtsModelOptimizer(FtsModelSettings settings, Utility utility, RandomGenerator random) {
        this.settings = settings;
        this.utility = utility;
        this.random = random;
    }

    @Override
    public Decision decide(Observation observation) {
        List<PipeDecision> decisions = new ArrayList<>(observation.pipes().size());
        for (PipeObservation pipe : observation.pipes()) {
            decisions.add(decide(pipe));
        }
        if (memories.size() > observation.pipes().size()) {
            Set<PipeId> present =
                    observation.pipes().stream().map(pipe -> pipe.pipe().id()).collect(Collectors.toSet());
            memories.keySet().retainAll(present);
        }
        double[] throughput = observation.throughputBps();
        double value = utility.value(throughput, observation.weights());
        return Decision.unpriced(observation, decisions, value, value);
    }

    private PipeDecision decide(PipeObservation pipe) {
        Memory memory = memories.get(pipe.pipe().id());
        if (memory == null) {
            memory = new Memory();
            memory.connections = settings.start().draw(pipe.pipe().limits(), random);
            memories.put(pipe.pipe().id(), memory);
            return PipeDecision.of(pipe, memory.connections, Rationale.of(Reason.START));
        }
        if (!pipe.hasWork()) {
            return PipeDecision.of(pipe, memory.connections, Rationale.of(Reason.IDLE));
        }
        if (!memory.hasEma) {
            memory.hasEma = true;
            memory.ema = pipe.throughputBps();
            return PipeDecision.of(pipe, memory.connections, Rationale.of(Reason.START, Map.of("ema", memory.ema)));
        }
        double before = memory.ema;
        double now = settings.alpha() * pipe.throughputBps() + (1 - settings.alpha()) * before;
        memory.ema = now;
        Reason reason;
        int change;
        if (now < before) {
            boolean magnitude = magnitude(now) < magnitude(before);
            reason = magnitude ? Reason.EMA_FELL_MAGNITUDE : Reason.EMA_FELL;
            change = magnitude ? -settings.decreaseStep() : 0;
        } else {
            reason = now > before ? Reason.EMA_ROSE : Reason.EMA_EQUAL;
            change = settings.increaseStep();
        }
        memory.connections = pipe.pipe().limits().clamp((long) memory.connections + change);
        return PipeDecision.of(
                pipe, memory.connections, Rationale.of(reason, Map.of("ema", now, "previousEma", before)));
    }

    /// RL of the paper: the rounded logarithm; of zero, less than that of anything else.
    private double magnitude(double ema) {
        return ema > 0 ? Math.floor(Math.log(ema) / Math.log(settings.base()) + 0.5) : Double.NEGATIVE_INFINITY;
    }
}
