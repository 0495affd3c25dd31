// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.RateUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One limit that transfers share on whatever pipes, what is open under it, and the pipes that wait for room. It keeps
/// a throughput as [BoundGate] keeps that of a user on a resource: for the gate, all that runs under the limit is one
/// pipe. Mutable; owned by the dispatch loop.
final class SharedLimit {
    /// Weight of the newest file in how long they take.
    private static final double NEWEST = 0.2;

    private static final double RECENT_SECONDS = 10;

    /// What the connections under the limit count.
    private static final class Counter extends Gate {
        private final TransferLimit limit;
        private int open;

        Counter(TransferLimit limit) {
            this.limit = limit;
        }

        @Override
        String name() {
            return "the limit of " + limit.holder() + ", " + limit.maxConnections()
                    + (limit.maxConnections() == 1 ? " connection" : " connections");
        }

        @Override
        int room(PipeUsage usage) {
            return limit.limitsConnections() ? limit.maxConnections() - open : Integer.MAX_VALUE;
        }

        @Override
        void changed(PipeUsage usage, int connections) {
            open += connections;
        }
    }

    private final TransferLimit limit;
    private final Counter counter;
    private final List<BoundGate> bounds;
    private final PipeUsage usage;
    private final Set<PipeQueue> waiting = new LinkedHashSet<>();
    private final Set<PipeQueue> turns = new HashSet<>();
    private final KeptPlace kept;
    private final TimeSource time;

    /// What is open, by pipe, and pipes that would open something if their n let them: kept of a wanted rate only.
    private final SortedMap<PipeId, Integer> openOn = new TreeMap<>();

    private final SortedSet<PipeId> wantsN = new TreeSet<>();
    private double connectionSeconds;
    private long countedNanos;

    private double fileSeconds;
    private long usedNanos;
    private double recentBps;
    private double bookedBits;
    private long lookedNanos;

    /// @param windowSeconds the time over which a throughput may be a mean
    SharedLimit(TransferLimit limit, double windowSeconds, TimeSource time) {
        this.limit = limit;
        this.counter = new Counter(limit);
        this.usage = new PipeUsage(List.of(counter));
        this.bounds = limit.limitsThroughput()
                ? List.of(new BoundGate(
                        (limit.wanted() ? "the rate of " : "the limit of ") + limit.holder(),
                        null,
                        limit.maxBps(),
                        windowSeconds,
                        time))
                : List.of();
        usage.setControls(bounds, List.of(), null);
        this.time = time;
        this.usedNanos = time.nanoTime();
        this.kept = new KeptPlace(usedNanos);
        this.countedNanos = usedNanos;
        this.lookedNanos = usedNanos;
    }

    TransferLimit limit() {
        return limit;
    }

    /// What is open under it.
    int open() {
        return usage.open();
    }

    /// How many more connections may be opened; none or less if there is no room.
    int room() {
        return usage.room();
    }

    /// What has no room, in words.
    String inTheWay() {
        for (Gate gate : usage.gates()) {
            if (gate.room(usage) <= 0) {
                return gate.name();
            }
        }
        boolean ofThroughput = !limit.limitsConnections() && !bounds.isEmpty();
        Gate first = ofThroughput ? bounds.getFirst() : counter;
        return first.name() + ": others have waited longer";
    }

    // --- what is open

    /// Connections were opened on a pipe, or closed if negative.
    void changed(PipeQueue pipe, int connections) {
        if (limit.wanted()) {
            count(time.nanoTime());
            PipeId id = pipe.pipe().id();
            int open = openOn.getOrDefault(id, 0) + connections;
            if (open == 0) {
                openOn.remove(id);
            } else {
                openOn.put(id, open);
            }
        }
        usage.changed(connections);
    }

    /// Connections may be open under it though no attempt has them, or cease to be if negative: see [ConnectionsLeft].
    void countLeft(int connections) {
        usedNanos = time.nanoTime();
        usage.countLeft(connections, () -> Integer.MAX_VALUE);
    }

    private void count(long nowNanos) {
        connectionSeconds += usage.open() * ((nowNanos - countedNanos) / 1e9);
        countedNanos = nowNanos;
    }

    /// A pipe would open something for it if its n let it, or not any more.
    void wantsN(PipeQueue pipe, boolean wants) {
        if (wants) {
            wantsN.add(pipe.pipe().id());
        } else if (!wantsN.isEmpty()) {
            wantsN.remove(pipe.pipe().id());
        }
    }

    /// What moves of a wanted rate, if there is anything to do for it.
    Optional<RateUse> rate(DataPlane dataPlane, long nowNanos) {
        if (!limit.wanted()) {
            return Optional.empty();
        }
        SortedMap<PipeId, Integer> pipes = new TreeMap<>(openOn);
        waiting.forEach(pipe -> pipes.putIfAbsent(pipe.pipe().id(), 0));
        wantsN.forEach(pipe -> pipes.putIfAbsent(pipe, 0));
        if (pipes.isEmpty()) {
            return Optional.empty();
        }
        count(nowNanos);
        return Optional.of(new RateUse(
                limit.id(), limit.maxBps(), nowNanos, dataPlane.movedBytes(limit.id()), connectionSeconds, pipes));
    }

    /// Connections begin to move bytes, or end if negative.
    void moving(int connections, long nowNanos) {
        usage.rate().moving(connections, nowNanos);
    }

    /// A transfer has begun on a pipe: the pipe's turn is over.
    void opened(PipeQueue pipe, DataPlane dataPlane, long nowNanos) {
        turns.remove(pipe);
        waiting.remove(pipe);
        kept.used(pipe);
        usedNanos = nowNanos;
        if (usage.open() == 1) {
            usage.rate().opened(nowNanos);
            book(dataPlane, nowNanos);
        }
    }

    /// A transfer is over.
    ///
    /// @param movingSeconds for how long its bytes moved; zero if they did not
    void ended(double movingSeconds, long nowNanos) {
        usedNanos = nowNanos;
        if (movingSeconds > 0) {
            fileSeconds = fileSeconds == 0 ? movingSeconds : fileSeconds + NEWEST * (movingSeconds - fileSeconds);
            usage.rate().setFileSeconds(fileSeconds);
        }
    }

    /// What its transfers move, in bit/s, the mean of about [#RECENT_SECONDS].
    double recentBps() {
        return recentBps;
    }

    /// Looks at what was moved under it.
    void look(DataPlane dataPlane, long nowNanos) {
        book(dataPlane, nowNanos);
        kept.look(nowNanos);
        double seconds = (nowNanos - lookedNanos) / 1e9;
        if (seconds > 0) {
            double keep = Math.exp(-seconds / RECENT_SECONDS);
            recentBps = recentBps * keep + bookedBits / seconds * (1 - keep);
            bookedBits = 0;
            lookedNanos = nowNanos;
        }
        for (BoundGate bound : bounds) {
            bound.clear();
            bound.fade();
            bound.look(usage);
            bound.changed(usage, usage.open());
            if (usage.left() > 0) {
                bound.left(usage, usage.left());
            }
        }
    }

    /// Charges what was moved since the last time. Small files come and go between two looks.
    private void book(DataPlane dataPlane, long nowNanos) {
        double bits = usage.rate()
                .look(dataPlane.movedBytes(limit.id()), usage.rate().movingSecondsAt(nowNanos), usage.open(), nowNanos);
        bookedBits += bits;
        bounds.forEach(bound -> bound.moved(bits));
    }

    /// Whether nothing of it was open or awaited for a while, and it owes nothing: what is known of it may be
    /// forgotten.
    boolean isIdleSince(long nanos) {
        return usage.counted() == 0
                && waiting.isEmpty()
                && wantsN.isEmpty()
                && usedNanos - nanos < 0
                && bounds.stream().noneMatch(BoundGate::isInDebt);
    }

    // --- turns

    /// Whether a pipe may start one more transfer under it: there is room, and nobody has waited longer.
    boolean admits(PipeQueue pipe) {
        PipeQueue holder = holder(time.nanoTime());
        if (pipe.equals(holder)) {
            return usage.room() > 0;
        }
        return usage.room() > (holder == null ? 0 : 1)
                && (turns.contains(pipe) || waiting.isEmpty() || (waiting.size() == 1 && waiting.contains(pipe)));
    }

    void await(PipeQueue pipe) {
        waiting.add(pipe);
    }

    boolean isAwaited() {
        return !waiting.isEmpty();
    }

    /// A pipe has started what it can, and waits on or not.
    void lookedAt(PipeQueue pipe, boolean waits) {
        turns.remove(pipe);
        if (!waits) {
            waiting.remove(pipe);
        }
    }

    /// The pipes that have their turn now: one for each connection that there is room for, those that have
    /// waited longest. A pipe that may not start anything, for its n, for another limit, or because it is
    /// held, is passed over; who does not use a turn has the next one after the others. For one that was
    /// passed over often a place is kept.
    List<PipeQueue> giveTurns() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        long nowNanos = time.nanoTime();
        PipeQueue holder = holder(nowNanos);
        int room = usage.room() - (holder == null ? 0 : 1);
        List<PipeQueue> next = new ArrayList<>();
        PipeQueue blocked = null;
        PipeQueue passedOver = null;
        for (PipeQueue pipe : waiting) {
            if (next.size() >= room) {
                break;
            }
            if (pipe.equals(holder) || pipe.startsNothing(nowNanos)) {
                continue;
            }
            if (pipe.isBelowN() && pipe.usage().room() > 0) {
                next.add(pipe);
                passedOver = blocked;
            } else if (blocked == null && waitsForItsFirst(pipe)) {
                blocked = pipe;
            }
        }
        next.forEach(pipe -> {
            waiting.remove(pipe);
            waiting.add(pipe);
            turns.add(pipe);
        });
        if (passedOver != null && kept.passedOver(passedOver, nowNanos)) {
            // It is to wait for its endpoints now.
            next.add(passedOver);
        }
        if (holder != null && usage.room() > 0) {
            next.add(holder);
        }
        return next;
    }

    /// Whom a place is kept for; nobody if it may not start anything anyway, or has nothing to start any more.
    private @Nullable PipeQueue holder(long nowNanos) {
        PipeQueue holder = kept.holder(nowNanos);
        if (holder == null || holder.isForgotten() || holder.startsNothing(nowNanos)) {
            return null;
        }
        PipeWindow window = holder.window();
        return window.isEmpty() && !window.holds(limit.id()) ? null : holder;
    }

    /// Whether nothing of the limit runs on a pipe, and what waits there is of no lower priority than the rest.
    private boolean waitsForItsFirst(PipeQueue pipe) {
        return pipe.window().isFirstHeld(limit.id()) && pipe.runsNothingUnder(this);
    }
}
