// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.WrappedDataPlane;
import io.tcn.sim.engine.Engine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/// Keeps the books beside a fluid network: what runs, what each pipe has moved by its finished and failed
/// attempts. Holds that no transfer runs twice at once and that no attempt ends sooner than the network could
/// ever let it.
final class WatchedDataPlane extends WrappedDataPlane {
    private final FluidDataPlane real;
    private final Engine engine;
    private final ToDoubleBiFunction<PipeId, Integer> bestBps;
    private final Map<TransferId, Attempt> running = new HashMap<>();
    private final Map<AttemptId, Integer> mostConnections = new HashMap<>();
    private final Map<AttemptId, Long> begunNanos = new HashMap<>();
    private final Set<AttemptId> failing = new HashSet<>();
    private final Map<PipeId, Double> endedBytes = new HashMap<>();

    /// @param bestBps the most that a pipe could ever move with so many connections, in bit/s
    WatchedDataPlane(FluidDataPlane real, Engine engine, ToDoubleBiFunction<PipeId, Integer> bestBps) {
        super(real);
        this.real = real;
        this.engine = engine;
        this.bestBps = bestBps;
    }

    int runningCount() {
        return running.size();
    }

    /// What a pipe has moved by the books.
    double bookedBytes(PipeId pipe) {
        double sum = endedBytes.getOrDefault(pipe, 0.0);
        for (Attempt attempt : running.values()) {
            if (attempt.transfer().pipe().equals(pipe) && !failing.contains(attempt.id())) {
                // One that has ended has moved all; the news is on its way.
                sum += real.movedBytes(attempt.id())
                        .orElse((double) attempt.transfer().sizeBytes());
            }
        }
        return sum;
    }

    /// Lets the attempts on a resource fail; what they have moved is booked.
    void failActive(ResourceId resource, TransferFailure failure) {
        Map<AttemptId, Double> before = new HashMap<>();
        for (Attempt attempt : running.values()) {
            real.movedBytes(attempt.id()).ifPresent(moved -> before.put(attempt.id(), moved));
        }
        real.failActive(resource, failure);
        for (Attempt attempt : running.values()) {
            Double moved = before.get(attempt.id());
            if (moved != null && real.movedBytes(attempt.id()).isEmpty()) {
                failing.add(attempt.id());
                endedBytes.merge(attempt.transfer().pipe(), moved, Double::sum);
            }
        }
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        assertThat(running)
                .as("a transfer twice at once")
                .doesNotContainKey(attempt.transfer().id());
        running.put(attempt.transfer().id(), attempt);
        mostConnections.put(attempt.id(), attempt.connections());
        begunNanos.put(attempt.id(), engine.nanoTime());
        super.start(attempt, new AttemptListener() {
            @Override
            public void prepared(AttemptId id, long sizeBytes, int used) {
                listener.prepared(id, sizeBytes, used);
            }

            @Override
            public void finished(AttemptId id, long sizeBytes, @Nullable Checksum checksum) {
                checkTime(attempt);
                endedBytes.merge(attempt.transfer().pipe(), (double) sizeBytes, Double::sum);
                running.remove(id.transfer());
                listener.finished(id, sizeBytes, checksum);
            }

            @Override
            public void failed(AttemptId id, TransferFailure failure, boolean destinationClean) {
                assertThat(destinationClean).isFalse();
                running.remove(id.transfer());
                failing.remove(id);
                listener.failed(id, failure, destinationClean);
            }

            @Override
            public void canceled(AttemptId id, boolean destinationClean) {
                throw new AssertionError("nobody cancels here");
            }
        });
    }

    private void checkTime(Attempt attempt) {
        double seconds = (engine.nanoTime() - begunNanos.getOrDefault(attempt.id(), 0L)) / 1e9;
        int connections = mostConnections.getOrDefault(attempt.id(), 0);
        double best = bestBps.applyAsDouble(attempt.transfer().pipe(), connections);
        assertThat(seconds * (1 + 1e-9))
                .as(
                        "duration of %s of %d bytes",
                        attempt.id(), attempt.transfer().sizeBytes())
                .isGreaterThanOrEqualTo(8 * attempt.transfer().sizeBytes() / best - 1e-9);
    }

    @Override
    public int adjust(AttemptId attempt, int connections) {
        int used = super.adjust(attempt, connections);
        mostConnections.computeIfPresent(attempt, (id, most) -> Math.max(most, used));
        return used;
    }
}
