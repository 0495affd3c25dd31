// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What was seen during one control interval.
///
/// @param interval number of the interval, from 1; 0 for the look at the start, when nothing was measured yet
/// @param at when it ended
/// @param length how long it was, positive
/// @param pipes all pipes, in the order of their names; optimizers index them by position
/// @param map which pipe uses which resource
/// @param constraints the bounds in force, by user and resource
public record Observation(
        long interval,
        Instant at,
        Duration length,
        List<PipeObservation> pipes,
        NetworkMapSnapshot map,
        List<Constraint> constraints) {
    public Observation {
        pipes = List.copyOf(pipes);
        constraints = List.copyOf(constraints);
        if (length.isNegative() || length.isZero()) {
            throw new IllegalArgumentException("a control interval must be longer than zero, given was " + length);
        }
    }

    /// Throughput per pipe in bit/s.
    public double[] throughputBps() {
        return pipes.stream().mapToDouble(PipeObservation::throughputBps).toArray();
    }
}
