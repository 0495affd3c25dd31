// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Observations for tests of optimizers.
public final class Watched {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LENGTH = Duration.ofSeconds(10);

    private Watched() {}

    public static Pipe pipe(String name, int min, int max) {
        return new Pipe(
                PipeId.of(name),
                Endpoint.parse("https://a"),
                Endpoint.parse("https://b"),
                UserId.of("cms"),
                new PipeLimits(min, max));
    }

    /// A pipe with work, whose connections were all open.
    public static PipeObservation busy(Pipe pipe, int connections, double throughputBps) {
        return busy(pipe, connections, connections, throughputBps);
    }

    /// A pipe with work, of whose connections only some were open.
    public static PipeObservation busy(Pipe pipe, int connections, double open, double throughputBps) {
        return PipeObservation.of(pipe)
                .decidedConnections(connections)
                .meanActiveConnections(open)
                .activeConnections((int) open)
                .activeTransfers(1)
                .queuedTransfers(1)
                .throughputBps(throughputBps)
                .build();
    }

    public static PipeObservation idle(Pipe pipe, int connections) {
        return PipeObservation.of(pipe).decidedConnections(connections).build();
    }

    /// A pipe of which each open connection carries a transfer, and others wait.
    public static PipeObservation running(Pipe pipe, int connections, double open, int queued, double throughputBps) {
        return PipeObservation.of(pipe)
                .decidedConnections(connections)
                .meanActiveConnections(open)
                .activeConnections((int) open)
                .activeTransfers((int) open)
                .queuedTransfers(queued)
                .movedBytes((long) (throughputBps / 8 * LENGTH.toSeconds()))
                .throughputBps(throughputBps)
                .build();
    }

    /// The same pipe, of which limits and bounds have blocked all connections that are not open.
    public static PipeObservation blocked(PipeObservation seen) {
        return seen.toBuilder()
                .blockedConnections(seen.decidedConnections() - seen.activeConnections())
                .build();
    }

    public static Observation interval(long number, PipeObservation... pipes) {
        return interval(number, List.of(), pipes);
    }

    public static Observation interval(long number, List<Constraint> constraints, PipeObservation... pipes) {
        return new Observation(
                number,
                START.plusSeconds(10 * number),
                LENGTH,
                List.of(pipes),
                NetworkMapSnapshot.empty(START),
                constraints);
    }
}
