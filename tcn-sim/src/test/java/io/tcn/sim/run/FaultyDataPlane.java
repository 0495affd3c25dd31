// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.sim.engine.Engine;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Some attempts break in the middle. Watches that no transfer runs twice at once and counts connections per pipe.
final class FaultyDataPlane implements DataPlane {
    private final DataPlane real;
    private final Engine engine;
    private final RandomGenerator random;
    private final double failureProbability;
    private final Consumer<Attempt> onStart;
    private final Map<TransferId, Attempt> running = new HashMap<>();
    private final Map<AttemptId, Integer> connections = new HashMap<>();
    private final Set<AttemptId> breaking = new HashSet<>();

    FaultyDataPlane(
            DataPlane real,
            Engine engine,
            RandomGenerator random,
            double failureProbability,
            Consumer<Attempt> onStart) {
        this.real = real;
        this.engine = engine;
        this.random = random;
        this.failureProbability = failureProbability;
        this.onStart = onStart;
    }

    /// Connections of a pipe's attempts.
    int connectionsOf(PipeId pipe) {
        return running.values().stream()
                .filter(attempt -> attempt.transfer().pipe().equals(pipe))
                .mapToInt(attempt -> connections.getOrDefault(attempt.id(), 0))
                .sum();
    }

    int runningCount() {
        return running.size();
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        assertThat(running)
                .as("a transfer twice at once")
                .doesNotContainKey(attempt.transfer().id());
        onStart.accept(attempt);
        running.put(attempt.transfer().id(), attempt);
        connections.put(attempt.id(), attempt.connections());
        real.start(attempt, new AttemptListener() {
            @Override
            public void prepared(AttemptId id, long sizeBytes, int used) {
                listener.prepared(id, sizeBytes, used);
            }

            @Override
            public void finished(AttemptId id, long sizeBytes, @Nullable Checksum checksum) {
                end(id);
                listener.finished(id, sizeBytes, checksum);
            }

            @Override
            public void failed(AttemptId id, TransferFailure failure, boolean destinationClean) {
                end(id);
                listener.failed(id, failure, destinationClean);
            }

            @Override
            public void canceled(AttemptId id, boolean destinationClean) {
                end(id);
                if (breaking.remove(id)) {
                    ErrorCode code = random.nextBoolean() ? ErrorCode.INTERRUPTED : ErrorCode.CHECKSUM_MISMATCH;
                    listener.failed(id, new TransferFailure(code, "broken on purpose"), random.nextBoolean());
                } else {
                    listener.canceled(id, destinationClean);
                }
            }
        });
    }

    private void end(AttemptId id) {
        running.remove(id.transfer());
        connections.remove(id);
    }

    @Override
    public void proceed(AttemptId attempt) {
        real.proceed(attempt);
        if (random.nextDouble() < failureProbability) {
            engine.schedule(Duration.ofMillis(random.nextInt(5_000)), () -> {
                Attempt now = running.get(attempt.transfer());
                if (now != null && now.id().equals(attempt)) {
                    breaking.add(attempt);
                    real.cancel(attempt);
                }
            });
        }
    }

    @Override
    public void cancel(AttemptId attempt) {
        breaking.remove(attempt);
        real.cancel(attempt);
    }

    @Override
    public int adjust(AttemptId attempt, int wanted) {
        int used = real.adjust(attempt, wanted);
        connections.computeIfPresent(attempt, (id, before) -> used);
        return used;
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return real.movedBytes(pipe);
    }
}
