// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.AgentClock;
import io.tcn.agent.WriteLease;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.ShapedBound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The orders that run, and what each needs beside its work: a lease, tokens, a trace. Has the data plane carry out
/// what the [OrderBook] decides, with the book's lock; nothing here waits.
///
/// What the data plane keeps of a pipe or a limit goes when no order has used it for [#KEPT]: a server forgets both
/// sooner, and tells nobody.
final class RunningOrders implements OrderRunner, ProgressSender.Movements, AutoCloseable {
    static final Duration KEPT = Duration.ofMinutes(10);

    private final String instance;
    private final Lease lease;
    private final OrderTokens tokens;
    private final OrderTraces traces = new OrderTraces();
    private final AgentDataPlane plane;
    private final Consumer<Report> reports;
    private final Consumer<OrderKey> onPrepared;
    private final Map<OrderKey, Running> running = new ConcurrentHashMap<>();
    private final Map<AttemptId, WriteLease> leases = new ConcurrentHashMap<>();
    /// The last change of the connections of an attempt that the data plane was told.
    private final Map<AttemptId, Long> changes = new ConcurrentHashMap<>();

    private final LastUse<PipeId> pipes;
    private final LastUse<LimitId> limits;

    private record Running(
            AttemptId attempt, PipeId pipe, @Nullable LimitId limit) {}

    /// @param settings of the data plane; tokens, traces and leases are set here
    /// @param reports hears what is to be told
    /// @param onPrepared hears of an attempt that waits for the word to write, on a thread of it
    RunningOrders(
            String instance,
            Lease lease,
            OrderTokens tokens,
            AgentSettings.Builder settings,
            AgentClock clock,
            Consumer<Report> reports,
            Consumer<OrderKey> onPrepared) {
        this.instance = instance;
        this.lease = lease;
        this.tokens = tokens;
        this.reports = reports;
        this.onPrepared = onPrepared;
        this.pipes = new LastUse<>(clock, KEPT);
        this.limits = new LastUse<>(clock, KEPT);
        this.plane = new AgentDataPlane(
                settings.tokens(tokens).traces(traces).leases(this::leaseOf).build(), clock);
    }

    private WriteLease leaseOf(Attempt attempt) {
        WriteLease known = leases.get(attempt.id());
        return known == null ? () -> false : known;
    }

    /// The pipe of an order that runs.
    Optional<String> pipeOf(OrderKey key) {
        return Optional.ofNullable(running.get(key)).map(order -> order.pipe().value());
    }

    @Override
    public Map<PipeId, List<Message.Copying>> copies() {
        Map<PipeId, List<Message.Copying>> copies = new HashMap<>();
        running.forEach((key, order) -> {
            List<Message.Copying> onPipe = copies.computeIfAbsent(order.pipe(), first -> new ArrayList<>());
            // Read before the number of connections, which so is one of then or later.
            long change = changes.getOrDefault(order.attempt(), 0L);
            plane.progressOf(order.attempt())
                    .map(progress -> copying(key, progress, change, plane.countedFor(order.attempt())))
                    .ifPresent(onPipe::add);
        });
        return copies;
    }

    private static Message.Copying copying(OrderKey key, AttemptProgress progress, long change, int counted) {
        Duration still = progress.sinceMoved();
        return new Message.Copying(
                key.order(),
                progress.movedBytes(),
                progress.expectedBytes(),
                progress.copying().toMillis(),
                progress.settling(),
                new Message.Uses(
                        progress.connections(),
                        change,
                        still == null ? null : (Long) still.toMillis(),
                        counted > progress.connections() ? (Integer) counted : null));
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return plane.movedBytes(pipe);
    }

    /// An order is over, and the broker has its end.
    void forget(OrderKey key) {
        Running order = running.remove(key);
        if (order != null) {
            forget(order.attempt());
            used(order);
        }
    }

    private void used(Running order) {
        pipes.used(order.pipe());
        if (order.limit() != null) {
            limits.used(order.limit());
        }
    }

    /// The pipes that no order has used for long; with the book's lock, so that none begins meanwhile.
    List<PipeId> idlePipes() {
        return pipes.idle(
                pipe -> running.values().stream().anyMatch(order -> order.pipe().equals(pipe)));
    }

    /// An idle pipe is forgotten; with the book's lock.
    void forget(PipeId pipe) {
        pipes.forget(pipe);
        plane.shape(pipe, List.of());
        plane.forget(pipe);
    }

    /// Forgets the limits that no order has used for long; with the book's lock.
    void forgetIdleLimits() {
        for (LimitId limit :
                limits.idle(limit -> running.values().stream().anyMatch(order -> limit.equals(order.limit())))) {
            limits.forget(limit);
            plane.forget(limit);
        }
    }

    /// How many pipes and limits something is kept of.
    int kept() {
        return pipes.size() + limits.size();
    }

    private void forget(AttemptId attempt) {
        leases.remove(attempt);
        changes.remove(attempt);
        tokens.forget(attempt);
        traces.forget(attempt);
    }

    @Override
    public void start(Message.Start order, Attempt attempt, OrderRight right, boolean newestBounds) {
        OrderKey key = OrderKey.of(order.to());
        PipeId pipe = attempt.transfer().pipe();
        TransferLimit limit = attempt.transfer().options().limit();
        Running begun = new Running(attempt.id(), pipe, limit == null ? null : limit.id());
        running.put(key, begun);
        used(begun);
        WriteLease term = lease.of(order.to().term());
        leases.put(attempt.id(), () -> right.isHeld() && term.isHeld());
        changes.put(attempt.id(), 0L);
        tokens.give(attempt.id(), order.sourceToken(), order.destinationToken());
        traces.give(attempt.id(), order.traceparent());
        try {
            if (newestBounds) {
                plane.shape(pipe, bounds(order.bounds()));
            }
            Reporter reporter = new Reporter(key, instance, reports, onPrepared, () -> plane.troubleOf(attempt));
            if (order.removal()) {
                plane.cleanUp(attempt, reporter);
            } else {
                plane.start(attempt, reporter);
            }
        } catch (RuntimeException | Error defect) {
            running.remove(key);
            forget(attempt.id());
            throw defect;
        }
    }

    @Override
    public void proceed(AttemptId attempt) {
        plane.proceed(attempt);
    }

    @Override
    public void cancel(AttemptId attempt) {
        plane.cancel(attempt);
    }

    @Override
    public void giveBack(AttemptId attempt) {
        plane.giveBack(attempt);
    }

    @Override
    public void adjust(AttemptId attempt, int connections, long change) {
        var _ = plane.adjust(attempt, connections);
        // One that has just ended is not kept.
        changes.computeIfPresent(attempt, (known, before) -> change);
    }

    @Override
    public void shape(Message.Shape shape) {
        plane.shape(PipeId.of(shape.pipe()), bounds(shape.bounds()));
    }

    @Override
    public void report(Report report) {
        reports.accept(report);
    }

    private static List<ShapedBound> bounds(List<Message.BoundOf> bounds) {
        return bounds.stream()
                .map(bound -> new ShapedBound(UserId.of(bound.user()), ResourceId.of(bound.resource()), bound.maxBps()))
                .toList();
    }

    /// Stops what runs and waits until it has answered.
    @Override
    public void close() {
        plane.close();
    }
}
