// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import java.time.Instant;
import java.util.List;

/// The answer of an optimizer to one observation.
///
/// @param interval number of the interval that was observed
/// @param at when it ended
/// @param pipes one entry per observed pipe, in the same order
/// @param utility a(T) of the interval
/// @param objective utility minus penalties or prices
/// @param constraints how the bounds stood during the interval
public record Decision(
        long interval,
        Instant at,
        List<PipeDecision> pipes,
        double utility,
        double objective,
        List<ConstraintReport> constraints) {
    public Decision {
        pipes = List.copyOf(pipes);
        constraints = List.copyOf(constraints);
    }
}
