// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message.BoundOf;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.ShapedBound;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// Divides the bounds of pipes among this process and those of agents, as the connections of their running transfers
/// are to all, and tells each its part. Takes the lock of [RemoteDataPlane] where nothing else is said; the data plane
/// of this process is told without it, by one thread at a time, so that no older part overtakes a newer one.
///
/// Bounds of many pipes change at once, with a map or a control: they are divided once for all that came until then.
final class BoundSharing {
    private static final String HERE = "";

    /// Taken before [#lock].
    private final Object telling = new Object();

    private final Object lock;
    private final DataPlane local;
    private final RemoteOrders orders;
    private final AgentChannel channel;
    private final SharedBounds bounds = new SharedBounds();
    private final Map<AttemptId, Here> here = new HashMap<>();
    private final AtomicBoolean isAsked = new AtomicBoolean();

    /// An attempt of this process.
    private record Here(PipeId pipe, int connections) {}

    BoundSharing(Object lock, DataPlane local, RemoteOrders orders, AgentChannel channel) {
        this.lock = lock;
        this.local = local;
        this.orders = orders;
        this.channel = channel;
    }

    /// An attempt begins in this process; with the lock.
    void beginsHere(AttemptId attempt, PipeId pipe) {
        here.put(attempt, new Here(pipe, 1));
    }

    /// An attempt of this process uses so many connections.
    void usesHere(AttemptId attempt, int connections) {
        synchronized (lock) {
            here.computeIfPresent(attempt, (known, one) -> new Here(one.pipe(), Math.max(1, connections)));
        }
    }

    /// An attempt of this process has ended.
    void endedHere(AttemptId attempt) {
        synchronized (lock) {
            here.remove(attempt);
        }
    }

    /// The part of the bounds that an order begins with; with the lock, once the order counts.
    List<BoundOf> partOf(RemoteOrder order) {
        PipeId pipe = order.attempt.transfer().pipe();
        return bounds.isBound(pipe) ? toWire(bounds.shareOf(order.instance, pipe, running())) : List.of();
    }

    private Map<String, Map<PipeId, Integer>> running() {
        Map<String, Map<PipeId, Integer>> running = orders.byPlace();
        here.values()
                .forEach(one -> running.computeIfAbsent(HERE, first -> new HashMap<>())
                        .merge(one.pipe(), one.connections(), Integer::sum));
        return running;
    }

    /// Other bounds hold a pipe. Where others work too it has its part as soon as all are divided.
    void set(PipeId pipe, List<ShapedBound> held) {
        boolean alone;
        synchronized (telling) {
            synchronized (lock) {
                bounds.set(pipe, held);
                alone = orders.isEmpty();
                if (alone) {
                    // Whatever share was told before, this process has all of it now.
                    bounds.forgetShares();
                } else if (held.isEmpty()) {
                    // Told below; put back, the same share is to be told again.
                    bounds.forgetShare(HERE, pipe);
                }
            }
            if (alone || held.isEmpty()) {
                local.shape(pipe, held);
            }
        }
        if (!alone && isAsked.compareAndSet(false, true)) {
            Thread.ofVirtual().name("bounds").start(this::share);
        }
    }

    /// Divides the bounds anew and tells those whose share has changed.
    void share() {
        Map<PipeId, List<ShapedBound>> own = new TreeMap<>();
        synchronized (telling) {
            // Not before: each of many threads that wait here would have let one more begin.
            isAsked.set(false);
            synchronized (lock) {
                if (bounds.isEmpty()) {
                    return;
                }
                bounds.divide(running(), (place, pipe, share) -> {
                    if (!place.equals(HERE)) {
                        return channel.shape(place, pipe, toWire(share));
                    }
                    if (!share.isEmpty()) {
                        own.put(pipe, share);
                    }
                    return true;
                });
            }
            own.forEach(local::shape);
        }
    }

    private static List<BoundOf> toWire(List<ShapedBound> bounds) {
        return bounds.stream()
                .map(bound ->
                        new BoundOf(bound.user().toString(), bound.resource().toString(), bound.maxBps()))
                .toList();
    }
}
