// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tcn.api.events.EventBacklog;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.store.QueueAge;
import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// What waits in the database: monitoring messages, and the next transfers of the longest queues.
@Component
final class StoreMetrics implements MeterBinder {
    /// Of so many pipes the next transfer is asked for.
    private static final int LONGEST_QUEUES = 20;

    private final Optional<EventBacklog> outbox;
    private final ControlBoard board;
    private final ObjectProvider<ControlPlane> controlPlane;
    private final QueueAge queues;
    private final TimeSource time;
    private final Cached messages;
    private final Cached age;

    /// @param outbox empty where no monitoring messages are sent
    StoreMetrics(
            Optional<EventBacklog> outbox,
            ControlBoard board,
            ObjectProvider<ControlPlane> controlPlane,
            QueueAge queues,
            TimeSource time) {
        this.controlPlane = controlPlane;
        this.outbox = outbox;
        this.board = board;
        this.queues = queues;
        this.time = time;
        this.messages = new Cached(() -> outbox.map(EventBacklog::waiting).orElse(0L), time);
        this.age = new Cached(this::queueAge, time);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("tcn.outbox.waiting", messages, Cached::value)
                .description("monitoring messages that wait in the database, not older than 10 s")
                .register(registry);
        FunctionCounter.builder(
                        "tcn.outbox.sent",
                        outbox,
                        it -> it.map(EventBacklog::sent).orElse(0L))
                .description("monitoring messages that the broker has taken")
                .register(registry);
        Gauge.builder("tcn.queue.age.seconds", age, Cached::value)
                .description("how long ago the oldest of the next transfers of the " + LONGEST_QUEUES
                        + " longest queues was submitted, not older than 10 s")
                .register(registry);
    }

    /// What is on hold included.
    private int queued(PipeObservation seen) {
        return controlPlane.getObject().state().activityOf(seen.pipe().id()).readyTransfers();
    }

    private double queueAge() {
        List<PipeObservation> pipes =
                board.last().map(last -> last.observation().pipes()).orElse(List.of());
        List<PipeId> longest = Busiest.of(pipes, LONGEST_QUEUES, this::queued).chosen().stream()
                .filter(pipe -> queued(pipe) > 0)
                .map(pipe -> pipe.pipe().id())
                .toList();
        return queues.earliest(longest)
                .map(since -> Duration.between(since, time.now()).toMillis() / 1000.0)
                .orElse(0.0);
    }
}
