// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.state.StateSnapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keeps the limits of connections where transfers start: of an endpoint outbound and inbound, of a pair of
/// endpoints, in total; and gives turns to the pipes that wait for one of them, or for room under a bound, see
/// [BoundGate]. What is decided, n, is the optimizer's wish; what is open is counted here, and one more is opened
/// only if every limit and bound has room, whichever optimizer runs.
///
/// Invariant: no limit is exceeded by what was opened while it stood; one that is lowered below what is open lets
/// nothing start until enough has ended. What is free again goes to the pipe that has waited longest for it, those
/// first that lack what they are guaranteed. A pipe that had its turn again and again when something else had no room
/// has room kept for it, so that it starts in bounded time. Cost: O(log pipes) per connection opened or closed.
/// Mutable; owned by the dispatch loop.
final class ConnectionAdmission {
    private final Map<Endpoint, Counter> outbound = new HashMap<>();
    private final Map<Endpoint, Counter> inbound = new HashMap<>();
    private final Map<EndpointPair, Counter> pairs = new HashMap<>();
    private final Counter total = new Counter("the limit of all connections");
    private final Set<PipeQueue> turns = new HashSet<>();

    /// Bounds, and their trials, that somebody may wait for: they get room as time passes.
    private final Set<Gate> awaitedBounds = new LinkedHashSet<>();

    private Map<Endpoint, EndpointLimit> endpointLimits = Map.of();
    private Map<EndpointPair, PairLimit> pairLimits = Map.of();
    private long waits;

    /// What one limit counts.
    private static final class Counter extends Gate {
        private final String name;
        private int open;
        private int limit = EndpointLimit.UNLIMITED;

        Counter(String name) {
            this.name = name;
        }

        @Override
        String name() {
            return name + ", " + limit;
        }

        @Override
        int room(PipeUsage usage) {
            return limit == EndpointLimit.UNLIMITED ? Integer.MAX_VALUE : limit - open;
        }

        @Override
        void changed(PipeUsage usage, int connections) {
            open += connections;
        }
    }

    /// The usage of a pipe, with nothing open.
    PipeUsage usageOf(Pipe pipe) {
        return new PipeUsage(List.of(
                outbound.computeIfAbsent(pipe.source(), this::newOutbound),
                inbound.computeIfAbsent(pipe.destination(), this::newInbound),
                pairs.computeIfAbsent(EndpointPair.of(pipe), this::newPair),
                total));
    }

    private Counter newOutbound(Endpoint endpoint) {
        Counter counter = new Counter("the outbound limit of " + endpoint);
        EndpointLimit limit = endpointLimits.get(endpoint);
        counter.limit = limit == null ? EndpointLimit.UNLIMITED : limit.maxOutbound();
        return counter;
    }

    private Counter newInbound(Endpoint endpoint) {
        Counter counter = new Counter("the inbound limit of " + endpoint);
        EndpointLimit limit = endpointLimits.get(endpoint);
        counter.limit = limit == null ? EndpointLimit.UNLIMITED : limit.maxInbound();
        return counter;
    }

    private Counter newPair(EndpointPair pair) {
        Counter counter = new Counter("the limit of the pair " + pair);
        PairLimit limit = pairLimits.get(pair);
        counter.limit = limit == null ? EndpointLimit.UNLIMITED : limit.maxConnections();
        return counter;
    }

    /// Takes over limits that an operator has changed.
    void adopt(StateSnapshot state) {
        endpointLimits = state.endpointLimits();
        pairLimits = state.pairLimits();
        outbound.forEach((endpoint, counter) -> counter.limit = newOutbound(endpoint).limit);
        inbound.forEach((endpoint, counter) -> counter.limit = newInbound(endpoint).limit);
        pairs.forEach((pair, counter) -> counter.limit = newPair(pair).limit);
        total.limit = state.totalLimit();
    }

    /// Whether a pipe may open one more: everything has room, and nobody else has waited longer for it.
    boolean admits(PipeQueue pipe) {
        if (pipe.usage().room() <= 0) {
            return false;
        }
        if (!pipe.usage().isWaitedFor()) {
            return true;
        }
        boolean hasTurn = turns.contains(pipe);
        for (Gate gate : pipe.usage().gates()) {
            if (hasTurn ? gate.isKeptFromOthersThan(pipe) : gate.isWaitedForBefore(pipe)) {
                return false;
            }
        }
        return true;
    }

    /// A pipe has opened one: its turn is over.
    void opened(PipeQueue pipe) {
        turns.remove(pipe);
        leave(pipe);
    }

    /// A pipe is gone, with nothing open.
    void forget(PipeQueue pipe) {
        turns.remove(pipe);
        leave(pipe);
    }

    /// A pipe does not wait for anything.
    void leave(PipeQueue pipe) {
        if (pipe.usage().isWaiting()) {
            leaveGates(pipe);
            pipe.usage().endWait();
        }
    }

    private static void leaveGates(PipeQueue pipe) {
        for (Gate gate : pipe.usage().gates()) {
            gate.leave(pipe);
        }
    }

    /// What a pipe waits for has changed: it is to be looked at again, without losing its place.
    void reconsider(PipeQueue pipe) {
        leaveGates(pipe);
    }

    /// Notes that a pipe could open more if it were let. It waits where there is no room; only if there is room
    /// everywhere, behind others: who waits there and is not held up elsewhere gets his turn at once.
    ///
    /// @return what it waits for, in words; empty if nothing is in its way
    Optional<String> await(PipeQueue pipe) {
        Gate inTheWay = inTheWayOf(pipe);
        if (inTheWay == null) {
            leave(pipe);
            return Optional.empty();
        }
        PipeUsage usage = pipe.usage();
        if (!usage.isWaiting()) {
            waits++;
            usage.waitSince(waits);
        }
        if (turns.contains(pipe)) {
            usage.lostTurn();
        }
        // A place where there is room would keep others from it, so only the overdue has one.
        leaveGates(pipe);
        if (usage.isOverdue()) {
            usage.gates().forEach(gate -> await(gate, pipe));
        } else {
            await(inTheWay, pipe);
        }
        return Optional.of(inTheWay.name());
    }

    private static @Nullable Gate inTheWayOf(PipeQueue pipe) {
        List<Gate> gates = pipe.usage().gates();
        for (Gate gate : gates) {
            if (gate.room(pipe.usage()) <= 0) {
                return gate;
            }
        }
        for (Gate gate : gates) {
            if (gate.isWaitedForBefore(pipe)) {
                return gate;
            }
        }
        return null;
    }

    private void await(Gate gate, PipeQueue pipe) {
        gate.await(pipe);
        if (!(gate instanceof Counter)) {
            awaitedBounds.add(gate);
        }
    }

    /// Gives what a pipe that was looked at has left to those that wait: of each limit and bound with room the one
    /// that comes next gets a turn and is to be looked at next.
    List<PipeQueue> next(PipeQueue after) {
        turns.remove(after);
        if (!after.usage().isWaitedFor()) {
            return List.of();
        }
        LinkedHashSet<PipeQueue> next = new LinkedHashSet<>();
        for (Gate gate : after.usage().gates()) {
            PipeQueue head = gate.head();
            if (head != null && !head.equals(after)) {
                giveTurn(gate, head, next);
            }
        }
        return List.copyOf(next);
    }

    private void giveTurn(Gate gate, PipeQueue head, Set<PipeQueue> next) {
        // One that has room kept for it waits everywhere: its turn comes when nothing at all is in its way.
        boolean mayStart = head.usage().isOverdue() ? inTheWayOf(head) == null : gate.room(head.usage()) > 0;
        if (mayStart) {
            if (!head.usage().isOverdue()) {
                // One that has room kept for it keeps its places until it has started: else the next of its kind,
                // whose turn it is not, would be in its way, and nobody would start at all.
                gate.takesTurn(head);
            }
            turns.add(head);
            next.add(head);
        }
    }

    /// Whether a pipe waits for room under a bound.
    boolean isBoundAwaited() {
        awaitedBounds.removeIf(gate -> !gate.isWaitedFor());
        return !awaitedBounds.isEmpty();
    }

    /// Gives turns at bounds, which get room as time passes.
    List<PipeQueue> turnsOfBounds() {
        LinkedHashSet<PipeQueue> next = new LinkedHashSet<>();
        for (Gate gate : awaitedBounds) {
            PipeQueue head = gate.head();
            if (head != null) {
                giveTurn(gate, head, next);
            }
        }
        return List.copyOf(next);
    }

    /// Bounds have come or gone: nobody keeps a place at those that were.
    void boundsReplaced(Iterable<PipeQueue> pipes) {
        pipes.forEach(ConnectionAdmission::leaveGates);
        awaitedBounds.clear();
    }
}
