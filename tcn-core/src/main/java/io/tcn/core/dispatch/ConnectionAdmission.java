// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.StrictestLimits;
import io.tcn.core.state.StateSnapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Keeps the limits of connections where transfers start: of an endpoint outbound and inbound, of a pair of
/// endpoints, in total, where each storage is one whatever the spelling of its address ([Endpoint#storage]); and gives
/// turns to the pipes that wait for one of them, or for room under a bound, see
/// [BoundGate]. What is decided, n, is the optimizer's wish; what is open is counted here, and one more is opened
/// only if every limit and bound has room, whichever optimizer runs.
///
/// Invariant: no limit is exceeded by what was opened while it stood; one that is lowered below what is open lets
/// nothing start until enough has ended. What is free again goes to the pipe that has waited longest for it, those
/// first that lack what they are guaranteed. A pipe that had its turn again and again when something else had no room
/// has a place kept for it wherever it waits, so that it starts in bounded time. Cost: O(log pipes) per connection
/// opened or closed.
/// Mutable; owned by the dispatch loop.
final class ConnectionAdmission {
    private static final String ALL = "the limit of all connections";

    // Only what limits anything has a counter: the limit that nobody has set costs nothing.
    // Those of endpoints and pairs stand under their storages.
    private final Map<Endpoint, Counter> outbound = new HashMap<>();
    private final Map<Endpoint, Counter> inbound = new HashMap<>();
    private final Map<EndpointPair, Counter> pairs = new HashMap<>();
    private final Map<String, Counter> total = new HashMap<>();
    private final Set<PipeQueue> turns = new HashSet<>();

    /// Bounds, and their trials, that somebody may wait for: they get room as time passes.
    private final Set<Gate> awaitedBounds = new LinkedHashSet<>();

    private long waits;

    /// What one limit counts.
    private static final class Counter extends Gate {
        private String name = "";
        private int open;
        private int limit = EndpointLimit.UNLIMITED;

        @Override
        String name() {
            return name + ", " + limit;
        }

        @Override
        int room(PipeUsage usage) {
            return limit - open;
        }

        @Override
        void changed(PipeUsage usage, int connections) {
            open += connections;
        }

        /// Begins to count anew, under this limit.
        void reset(Most most) {
            name = most.name();
            limit = most.connections();
            open = 0;
        }
    }

    /// A limit.
    ///
    /// @param name in words, without the number
    private record Most(String name, int connections) {}

    /// The usage of a pipe, with nothing open.
    PipeUsage usageOf(Pipe pipe) {
        return new PipeUsage(limitsOf(pipe));
    }

    private List<Counter> limitsOf(Pipe pipe) {
        if (outbound.isEmpty() && inbound.isEmpty() && pairs.isEmpty() && total.isEmpty()) {
            return List.of();
        }
        return Stream.of(
                        outbound.isEmpty() ? null : outbound.get(pipe.source().storage()),
                        inbound.isEmpty()
                                ? null
                                : inbound.get(pipe.destination().storage()),
                        pairs.isEmpty() ? null : pairs.get(EndpointPair.of(pipe).storages()),
                        total.get(ALL))
                .filter(Objects::nonNull)
                .toList();
    }

    /// Takes over limits that an operator has changed. Who waits for one that goes on to limit keeps his place.
    ///
    /// @param pipes all
    void adopt(StateSnapshot state, Collection<PipeQueue> pipes) {
        Collection<EndpointLimit> ofEndpoints = state.endpointLimits().values();
        replace(
                outbound,
                StrictestLimits.outbound(ofEndpoints),
                limit -> new Most("the outbound limit of " + limit.endpoint(), limit.maxOutbound()));
        replace(
                inbound,
                StrictestLimits.inbound(ofEndpoints),
                limit -> new Most("the inbound limit of " + limit.endpoint(), limit.maxInbound()));
        replace(
                pairs,
                StrictestLimits.pairs(state.pairLimits().values()),
                limit -> new Most("the limit of the pair " + limit.pair(), limit.maxConnections()));
        replace(total, Map.of(ALL, state.totalLimit()), limit -> new Most(ALL, limit));
        for (PipeQueue pipe : pipes) {
            pipe.usage().setLimits(limitsOf(pipe.pipe()));
        }
    }

    /// One that is lifted is forgotten, with all that waited there: another one begins without them.
    private static <K, L> void replace(Map<K, Counter> counters, Map<K, L> limits, Function<L, Most> read) {
        Map<K, Most> limiting = new HashMap<>();
        limits.forEach((key, limit) -> {
            Most most = read.apply(limit);
            if (most.connections() != EndpointLimit.UNLIMITED) {
                limiting.put(key, most);
            }
        });
        counters.keySet().retainAll(limiting.keySet());
        limiting.forEach((key, most) ->
                counters.computeIfAbsent(key, fresh -> new Counter()).reset(most));
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
    /// @return what it waits for, with its words; empty if nothing is in its way
    Optional<Gate> await(PipeQueue pipe) {
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
        inTheWay.renew();
        return Optional.of(inTheWay);
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
            for (PipeQueue head : gate.heads()) {
                if (!head.equals(after)) {
                    giveTurn(gate, head, next);
                }
            }
        }
        return List.copyOf(next);
    }

    private void giveTurn(Gate gate, PipeQueue head, Set<PipeQueue> next) {
        // One that has room kept for it waits everywhere: its turn comes when nothing at all is in its way.
        boolean mayStart = head.usage().isOverdue()
                ? inTheWayOf(head) == null
                : gate.room(head.usage()) > 0 && !gate.isKeptFromOthersThan(head);
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
            for (PipeQueue head : gate.heads()) {
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
