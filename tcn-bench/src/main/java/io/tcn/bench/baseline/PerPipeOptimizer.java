// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.baseline;

import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;

/// One tuner per pipe, each of which sees its own pipe only. A pipe without work stays as it is.
public final class PerPipeOptimizer implements Optimizer {
    /// Tunes one pipe.
    @FunctionalInterface
    public interface Tuner {
        /// The next number of connections, within the limits of the pipe or not.
        ///
        /// @param pipe what was seen; n is what it decided before
        double next(PipeObservation pipe);
    }

    private final Supplier<Tuner> tuners;
    private final Map<PipeId, Tuner> tunerOfPipe = new HashMap<>();

    /// @param tuners makes the tuner of a new pipe
    public PerPipeOptimizer(Supplier<Tuner> tuners) {
        this.tuners = tuners;
    }

    @Override
    public Decision decide(Observation observation) {
        List<PipeDecision> decisions = new ArrayList<>();
        for (PipeObservation pipe : observation.pipes()) {
            Tuner tuner = tunerOfPipe.computeIfAbsent(pipe.pipe().id(), fresh -> tuners.get());
            double next = pipe.hasWork() && observation.interval() > 0 ? tuner.next(pipe) : pipe.decidedConnections();
            int n = Math.max(1, pipe.pipe().limits().clamp(Math.round(next)));
            decisions.add(PipeDecision.of(pipe, n, next, Rationale.of(Reason.GRADIENT_STEP)));
        }
        double utility = DoubleStream.of(observation.throughputBps()).sum();
        return Decision.unpriced(observation, decisions, utility, utility);
    }
}
