// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.ControlConflict;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What was seen during one control interval.
///
/// @param interval number of the interval, from 1; 0 for the look at the start, when nothing was measured yet
/// @param at when it ended
/// @param length how long it was, positive
/// @param pipes all pipes, in the order of their names; optimizers index them by position
/// @param map which pipe uses which resource
/// @param constraints bounds, guarantees and shares in force, by user and resource
/// @param connectionLimits limits on the connections of several pipes together
/// @param users the users by name, for their weights; one that is missing has weight 1
/// @param conflicts which resource controls cannot be kept together; `constraints` has already given way to them
/// @param mapChange how the map differs from that of the interval before; null if it does not
public record Observation(
        long interval,
        Instant at,
        Duration length,
        List<PipeObservation> pipes,
        NetworkMapSnapshot map,
        List<Constraint> constraints,
        List<ConnectionLimit> connectionLimits,
        Map<UserId, User> users,
        List<ControlConflict> conflicts,
        @Nullable NetworkMapChange mapChange) {
    public Observation {
        pipes = List.copyOf(pipes);
        constraints = List.copyOf(constraints);
        connectionLimits = List.copyOf(connectionLimits);
        users = Collections.unmodifiableMap(users);
        conflicts = List.copyOf(conflicts);
        if (length.isNegative() || length.isZero()) {
            throw new IllegalArgumentException("a control interval must be longer than zero, given was " + length);
        }
    }

    /// An observation with the same map as before.
    public Observation(
            long interval,
            Instant at,
            Duration length,
            List<PipeObservation> pipes,
            NetworkMapSnapshot map,
            List<Constraint> constraints,
            List<ConnectionLimit> connectionLimits,
            Map<UserId, User> users,
            List<ControlConflict> conflicts) {
        this(interval, at, length, pipes, map, constraints, connectionLimits, users, conflicts, null);
    }

    /// An observation without limits on several pipes, weights and conflicts.
    public Observation(
            long interval,
            Instant at,
            Duration length,
            List<PipeObservation> pipes,
            NetworkMapSnapshot map,
            List<Constraint> constraints) {
        this(interval, at, length, pipes, map, constraints, List.of(), Map.of(), List.of());
    }

    /// Weight per pipe in the utility: that of the pipe times that of its user.
    public double[] weights() {
        double[] weights = new double[pipes.size()];
        for (int i = 0; i < weights.length; i++) {
            Pipe pipe = pipes.get(i).pipe();
            User user = users.get(pipe.user());
            weights[i] = pipe.weight() * (user == null ? 1 : user.weight());
        }
        return weights;
    }

    /// Throughput per pipe in bit/s.
    public double[] throughputBps() {
        double[] throughputBps = new double[pipes.size()];
        for (int i = 0; i < throughputBps.length; i++) {
            throughputBps[i] = pipes.get(i).throughputBps();
        }
        return throughputBps;
    }
}
