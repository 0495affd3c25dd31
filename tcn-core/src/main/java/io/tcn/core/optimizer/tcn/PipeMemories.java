// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.tcn;

import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.StochasticRounding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// What Protocol 2 of the TCN paper keeps of each pipe, n and its momentum, and the lines of it that are the same for
/// every gradient: the first n (line 2), and the step (lines 15 and 16).
///
/// @param <M> what is kept of a pipe
final class PipeMemories<M extends PipeMemories.Memory> {
    /// What is kept of a pipe whatever the gradient.
    static class Memory {
        int connections;
        double momentum;
        boolean isNew = true;
    }

    private final ZeroOrderSettings settings;
    private final RandomGenerator random;
    private final StochasticRounding rounding;
    private final Supplier<M> fresh;
    private final Map<PipeId, M> memories = new HashMap<>();

    PipeMemories(ZeroOrderSettings settings, RandomGenerator random, StochasticRounding rounding, Supplier<M> fresh) {
        this.settings = settings;
        this.random = random;
        this.rounding = rounding;
        this.fresh = fresh;
    }

    /// Draws first values for new pipes, forgets those that are gone.
    void noteChanges(List<PipeObservation> pipes) {
        for (PipeObservation pipe : pipes) {
            M memory = memories.get(pipe.pipe().id());
            if (memory == null) {
                memory = fresh.get();
                memory.connections = settings.start().draw(pipe.pipe().limits(), random);
                memories.put(pipe.pipe().id(), memory);
            }
            memory.connections = pipe.pipe().limits().clamp(memory.connections);
        }
        if (memories.size() > pipes.size()) {
            memories.keySet()
                    .retainAll(pipes.stream().map(pipe -> pipe.pipe().id()).collect(Collectors.toSet()));
        }
    }

    /// What is kept of a pipe that was noted.
    M of(PipeObservation pipe) {
        M memory = memories.get(pipe.pipe().id());
        if (memory == null) {
            throw new IllegalStateException("pipe " + pipe.pipe().id() + " was not noted");
        }
        return memory;
    }

    /// Lines 15 and 16: the momentum follows the gradient, n the momentum.
    PipeDecision step(PipeObservation pipe, double measured, Reason reason) {
        M memory = of(pipe);
        // What is no number must not become momentum, which would be none for ever.
        double gradient = Double.isFinite(measured) ? measured : 0;
        memory.momentum = Math.clamp(
                (1 - settings.alpha()) * memory.momentum + settings.alpha() * settings.eta() * gradient,
                -settings.stepMax(),
                settings.stepMax());
        memory.connections = pipe.pipe().limits().clamp(memory.connections + rounding.round(memory.momentum));
        return PipeDecision.of(
                pipe,
                memory.connections,
                Rationale.of(reason, Map.of("gradient", gradient, "momentum", memory.momentum)));
    }
}
