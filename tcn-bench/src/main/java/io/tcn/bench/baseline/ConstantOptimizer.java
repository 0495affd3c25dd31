// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.baseline;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import java.util.stream.DoubleStream;

/// The same number of connections for every pipe, for ever: what many sites configure.
///
/// @param connections how many
public record ConstantOptimizer(int connections) implements Optimizer {
    @Override
    public Decision decide(Observation observation) {
        double utility = DoubleStream.of(observation.throughputBps()).sum();
        return Decision.unpriced(
                observation,
                observation.pipes().stream()
                        .map(pipe -> PipeDecision.of(
                                pipe, pipe.pipe().limits().clamp(connections), Rationale.of(Reason.FIXED)))
                        .toList(),
                utility,
                utility);
    }
}
