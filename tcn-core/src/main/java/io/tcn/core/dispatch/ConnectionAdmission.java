// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
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

/// Keeps the limits of connections where transfers start: of an endpoint outbound and inbound, of a pair of endpoints,
/// in total. What is decided, n, is the optimizer's wish; what is open is counted here, and one more is opened only if
/// every limit has room, whichever optimizer runs.
///
/// Invariant: no limit is exceeded by what was opened while it stood; one that is lowered below what is open lets
/// nothing start until enough has ended. A connection that is free again goes to the pipe that has waited longest for
/// it. Cost: O(1) per connection opened or closed. Mutable; owned by the dispatch loop.
final class ConnectionAdmission {
    private final Map<Endpoint, Counter> outbound = new HashMap<>();
    private final Map<Endpoint, Counter> inbound = new HashMap<>();
    private final Map<PairLimit.Pair, Counter> pairs = new HashMap<>();
    private final Counter total = new Counter("the limit of all connections");
    private final Set<PipeQueue> turns = new HashSet<>();
    private Map<Endpoint, EndpointLimit> endpointLimits = Map.of();
    private Map<PairLimit.Pair, PairLimit> pairLimits = Map.of();

    /// What one limit counts.
    private static final class Counter {
        private final String name;
        private final LinkedHashSet<PipeQueue> waiting = new LinkedHashSet<>();
        private int open;
        private int limit = EndpointLimit.UNLIMITED;

        Counter(String name) {
            this.name = name;
        }

        int room() {
            return limit == EndpointLimit.UNLIMITED ? Integer.MAX_VALUE : limit - open;
        }

        boolean isWaitedForBefore(PipeQueue pipe) {
            return !waiting.isEmpty() && !waiting.getFirst().equals(pipe);
        }
    }

    /// The connections of one pipe, in all limits that concern it.
    static final class Usage {
        private final List<Counter> counters;

        private Usage(List<Counter> counters) {
            this.counters = counters;
        }

        /// Connections were opened, or closed if negative.
        void changed(int connections) {
            for (Counter counter : counters) {
                counter.open += connections;
            }
        }

        /// How many more connections the limits let open; none or less if one is reached.
        int room() {
            int room = Integer.MAX_VALUE;
            for (Counter counter : counters) {
                room = Math.min(room, counter.room());
            }
            return room;
        }
    }

    /// The usage of a pipe, with nothing open.
    Usage usageOf(Pipe pipe) {
        return new Usage(List.of(
                outbound.computeIfAbsent(pipe.source(), this::newOutbound),
                inbound.computeIfAbsent(pipe.destination(), this::newInbound),
                pairs.computeIfAbsent(PairLimit.Pair.of(pipe), this::newPair),
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

    private Counter newPair(PairLimit.Pair pair) {
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

    /// Whether a pipe may open one more: every limit has room, and nobody else has waited longer for it.
    boolean admits(PipeQueue pipe) {
        return pipe.usage().room() > 0 && (turns.contains(pipe) || !standsBehindOthers(pipe));
    }

    private static boolean standsBehindOthers(PipeQueue pipe) {
        for (Counter counter : pipe.usage().counters) {
            if (counter.isWaitedForBefore(pipe)) {
                return true;
            }
        }
        return false;
    }

    /// A pipe has opened one: its turn is over.
    void opened(PipeQueue pipe) {
        turns.remove(pipe);
        for (Counter counter : pipe.usage().counters) {
            counter.waiting.remove(pipe);
        }
    }

    /// Notes that a pipe could open more if its limits let it. It waits at a limit that is full; only if none is full,
    /// behind others at one that has room: who waits there and is not held up elsewhere gets his turn at once.
    ///
    /// @return the limit that it waits for; empty if none is in its way
    Optional<String> await(PipeQueue pipe) {
        List<Counter> counters = pipe.usage().counters;
        return counters.stream()
                .filter(counter -> counter.room() <= 0)
                .findFirst()
                .or(() -> counters.stream()
                        .filter(counter -> counter.isWaitedForBefore(pipe))
                        .findFirst())
                .map(counter -> {
                    counter.waiting.add(pipe);
                    return counter.name + ", " + counter.limit;
                });
    }

    /// Gives what a pipe that was looked at has left to those that wait: of each limit with room the one that waited
    /// longest gets a turn and is to be looked at next.
    List<PipeQueue> next(PipeQueue after) {
        turns.remove(after);
        LinkedHashSet<PipeQueue> next = new LinkedHashSet<>();
        for (Counter counter : after.usage().counters) {
            if (!counter.waiting.isEmpty() && counter.room() > 0) {
                PipeQueue first = counter.waiting.removeFirst();
                turns.add(first);
                next.add(first);
            }
        }
        return List.copyOf(next);
    }
}
