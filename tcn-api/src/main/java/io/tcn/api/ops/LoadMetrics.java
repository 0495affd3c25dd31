// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.core.model.Endpoint;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// What the server moves and what fails, all together. No label has a name that users choose: the number of series does
/// not grow with pipes, users or storages. Worked out when somebody asks, out of the last decision; the loops do
/// nothing for it.
@Component
class LoadMetrics implements MeterBinder {
    private final ControlBoard board;
    private final ObjectProvider<ControlPlane> controlPlane;
    private final TimeSource time;
    private final GrowingSum<Endpoint> attempts = new GrowingSum<>();
    private final GrowingSum<Endpoint> failures = new GrowingSum<>();

    LoadMetrics(ControlBoard board, ObjectProvider<ControlPlane> controlPlane, TimeSource time) {
        this.board = board;
        this.controlPlane = controlPlane;
        this.time = time;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "tcn.throughput.bps",
                "bit/s moved in the last control interval",
                it -> it.sum(PipeObservation::throughputBps));
        gauge(registry, "tcn.transfers.running", "transfers that run", it -> it.sum(PipeObservation::activeTransfers));
        gauge(registry, "tcn.transfers.queued", "transfers that wait for a connection", LoadMetrics::queued);
        gauge(
                registry,
                "tcn.connections.open",
                "connections that are open",
                it -> it.sum(PipeObservation::activeConnections));
        gauge(registry, "tcn.pipes", "pipes that the control loop decides on", it -> it.sum(pipe -> 1));
        gauge(
                registry,
                "tcn.control.age.seconds",
                "time since the last decision; NaN before the first",
                LoadMetrics::age);
        gauge(
                registry,
                "tcn.controls.broken",
                "resource controls that were not kept in the last interval",
                it -> it.board
                        .last()
                        .map(last -> (double) last.decision().constraints().stream()
                                .filter(report -> report.slackBps() < -0.05 * report.limitBps())
                                .count())
                        .orElse(0.0));
        gauge(
                registry,
                "tcn.controls.conflicts",
                "sets of resource controls that cannot all be kept",
                it -> it.board
                        .last()
                        .map(last -> (double) last.observation().conflicts().size())
                        .orElse(0.0));
        gauge(
                registry,
                "tcn.capacities.doubted",
                "capacities of the map that measurements refute",
                it -> it.board
                        .last()
                        .map(last -> (double) last.decision().doubts().size())
                        .orElse(0.0));
        gauge(
                registry,
                "tcn.storages.failing",
                "storages at which the last attempts failed",
                it -> it.controlPlane.getObject().storageHealth().stream()
                        .filter(health -> health.failingSince() != null)
                        .count());
        gauge(
                registry,
                "tcn.storages.paused",
                "storages that are left alone for a while",
                it -> it.controlPlane.getObject().storagePauses().size());
        FunctionCounter.builder("tcn.attempts", this, it -> it.ofStorages(it.attempts, EndpointHealth::attempts))
                .description("attempts at storages; each counts at both ends")
                .register(registry);
        FunctionCounter.builder("tcn.attempts.failed", this, it -> it.ofStorages(it.failures, EndpointHealth::failures))
                .description("attempts that failed because of a storage")
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, String text, ToDoubleFunction<LoadMetrics> value) {
        Gauge.builder(name, this, value).description(text).register(registry);
    }

    private double sum(ToDoubleFunction<PipeObservation> of) {
        return board.last()
                .map(last -> last.observation().pipes().stream().mapToDouble(of).sum())
                .orElse(0.0);
    }

    /// Storages that were not used for long are forgotten when there are very many.
    private double ofStorages(GrowingSum<Endpoint> sum, ToLongFunction<EndpointHealth> of) {
        Map<Endpoint, Long> counts = new HashMap<>();
        controlPlane
                .getObject()
                .storageHealth()
                .forEach(health -> counts.put(health.endpoint(), of.applyAsLong(health)));
        return sum.of(counts);
    }

    /// What waits at each pipe, that of drained servers and of pipes on hold included, which is no work for the
    /// control loop and so not in what it sees.
    private double queued() {
        return board.last()
                .map(last -> last.observation().pipes().stream()
                        .mapToDouble(seen -> controlPlane
                                .getObject()
                                .state()
                                .activityOf(seen.pipe().id())
                                .readyTransfers())
                        .sum())
                .orElse(0.0);
    }

    private double age() {
        return board.last()
                .map(last -> Duration.between(last.decision().at(), time.now()).toMillis() / 1000.0)
                .orElse(Double.NaN);
    }
}
