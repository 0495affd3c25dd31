// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.LimitId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.RateUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Keeps the limits that come with transfers, such as those of their tokens, where transfers start: a transfer under
/// one begins only if its limit has room, whatever else lets it. One that may not is put aside, and the queue behind
/// it goes on.
///
/// Invariant: under no limit more connections are open than it lets. Pipes that wait for a limit have turns.
/// A transfer under none costs one comparison. Once a second limits in use are looked at: what was moved, and who may
/// go on. Mutable; owned by the dispatch loop, except for both [#use], which any thread may ask.
final class TransferLimits {
    /// What connections under a limit carry is remembered for so long.
    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    private final DataPlane dataPlane;
    private final PipeQueues pipes;
    private final BoundSettings settings;
    private final LoopScheduler loop;
    private final TimeSource time;
    private final Consumer<Runnable> events;
    private final Consumer<List<RateUse>> rates;
    private final Map<LimitId, SharedLimit> limits = new LinkedHashMap<>();

    /// The limits that a pipe waits for.
    private final Map<PipeQueue, Set<SharedLimit>> waits = new HashMap<>();

    /// The wanted rate that the first in a pipe's window is under, where n alone keeps it.
    private final Map<PipeQueue, SharedLimit> wantsN = new HashMap<>();

    private final Map<LimitId, LimitUse> told = new ConcurrentHashMap<>();
    private boolean scheduled;

    /// @param events runs something as an event of the dispatch loop
    /// @param rates is told what the rates do that transfers should have
    TransferLimits(
            DataPlane dataPlane,
            PipeQueues pipes,
            BoundSettings settings,
            LoopScheduler loop,
            TimeSource time,
            Consumer<Runnable> events,
            Consumer<List<RateUse>> rates) {
        this.rates = rates;
        this.dataPlane = dataPlane;
        this.pipes = pipes;
        this.settings = settings;
        this.loop = loop;
        this.time = time;
        this.events = events;
    }

    /// The limit that a transfer is under; null if it is under none.
    @Nullable
    SharedLimit of(Transfer transfer) {
        TransferLimit limit = transfer.options().limit();
        return limit == null ? null : of(limit);
    }

    private SharedLimit of(TransferLimit limit) {
        return limits.computeIfAbsent(limit.id(), fresh -> new SharedLimit(limit, settings.windowSeconds(), time));
    }

    /// Whether a transfer under a limit may start on a pipe; if not, the pipe is looked at again when it may.
    boolean admits(PipeQueue pipe, TransferLimit limit) {
        SharedLimit shared = of(limit);
        if (shared.admits(pipe)) {
            return true;
        }
        shared.await(pipe);
        waits.computeIfAbsent(pipe, first -> new LinkedHashSet<>()).add(shared);
        tell(shared);
        keepLooking();
        return false;
    }

    /// Whether there is room for a transfer, whoever waits.
    boolean hasRoom(Transfer transfer) {
        SharedLimit shared = of(transfer);
        return shared == null || shared.room() > 0;
    }

    /// An attempt has begun, and counts.
    void opened(RunningAttempt attempt) {
        SharedLimit shared = attempt.limit();
        if (shared != null) {
            shared.opened(attempt.pipe(), dataPlane, time.nanoTime());
            tell(shared);
            keepLooking();
        }
    }

    /// An attempt is over, and does not count any more: those that wait for its limit have their turn.
    ///
    /// @param movingSeconds for how long its bytes moved
    void ended(RunningAttempt attempt, double movingSeconds) {
        SharedLimit shared = attempt.limit();
        if (shared != null) {
            shared.ended(movingSeconds, time.nanoTime());
            shared.giveTurns().forEach(pipes::touch);
            tell(shared);
        }
    }

    /// Connections under a limit that nobody answers for may be open for a time: they count as open.
    void leave(TransferLimit limit, int connections, Duration grace) {
        if (!grace.isPositive()) {
            return;
        }
        SharedLimit shared = of(limit);
        shared.countLeft(connections);
        loop.schedule(
                grace,
                () -> events.accept(() -> {
                    shared.countLeft(-connections);
                    shared.giveTurns().forEach(pipes::touch);
                    tell(shared);
                }));
        tell(shared);
        keepLooking();
    }

    /// A pipe was looked at and has started what it may.
    void lookedAt(PipeQueue pipe) {
        noteN(pipe);
        leave(pipe, shared -> pipe.window().holds(shared.limit().id()));
    }

    /// A pipe is gone, with nothing open.
    void forget(PipeQueue pipe) {
        noteN(pipe, null);
        leave(pipe, shared -> false);
    }

    /// Notes whether the first that is queued should have a rate, and n lets it not begin.
    private void noteN(PipeQueue pipe) {
        TransferLimit first = pipe.isBelowN() || pipe.window().isEmpty()
                ? null
                : pipe.window().first().transfer().options().limit();
        if (first == null || !first.wanted()) {
            noteN(pipe, null);
        } else {
            noteN(pipe, of(first));
            keepLooking();
        }
    }

    private void noteN(PipeQueue pipe, @Nullable SharedLimit wanted) {
        if (wanted == null && wantsN.isEmpty()) {
            return;
        }
        SharedLimit before = wanted == null ? wantsN.remove(pipe) : wantsN.put(pipe, wanted);
        if (before != wanted) {
            if (before != null) {
                before.wantsN(pipe, false);
            }
            if (wanted != null) {
                wanted.wantsN(pipe, true);
            }
        }
    }

    private void leave(PipeQueue pipe, Predicate<SharedLimit> waitsOn) {
        Set<SharedLimit> awaited = waits.get(pipe);
        if (awaited == null) {
            return;
        }
        awaited.removeIf(shared -> {
            boolean goesOn = waitsOn.test(shared);
            shared.lookedAt(pipe, goesOn);
            tell(shared);
            return !goesOn;
        });
        if (awaited.isEmpty()) {
            waits.remove(pipe);
        }
    }

    /// Looks again after a while, if there is anything to see.
    private void keepLooking() {
        if (!scheduled && !limits.isEmpty()) {
            scheduled = true;
            loop.schedule(settings.look(), () -> events.accept(this::look));
        }
    }

    private void look() {
        scheduled = false;
        long nowNanos = time.nanoTime();
        long forgotten = nowNanos - REMEMBERED.toNanos();
        List<RateUse> wanted = new ArrayList<>();
        for (Iterator<SharedLimit> each = limits.values().iterator(); each.hasNext(); ) {
            SharedLimit shared = each.next();
            shared.look(dataPlane, nowNanos);
            shared.giveTurns().forEach(pipes::touch);
            if (shared.isIdleSince(forgotten)) {
                each.remove();
                dataPlane.forget(shared.limit().id());
                told.remove(shared.limit().id());
            } else {
                tell(shared);
                shared.rate(dataPlane, nowNanos).ifPresent(wanted::add);
            }
        }
        rates.accept(wanted);
        keepLooking();
    }

    // --- for those who ask

    private void tell(SharedLimit shared) {
        LimitId id = shared.limit().id();
        told.put(
                id,
                new LimitUse(
                        shared.limit(),
                        shared.open(),
                        shared.recentBps(),
                        shared.isAwaited() ? shared.inTheWay() : ""));
    }

    /// What is open under the limits that are in use, by number; any thread may ask.
    List<LimitUse> use() {
        List<LimitUse> uses = new ArrayList<>(told.values());
        uses.sort((a, b) -> a.limit().id().compareTo(b.limit().id()));
        return uses;
    }

    /// What is open under a limit that is in use; any thread may ask.
    Optional<LimitUse> use(LimitId limit) {
        return Optional.ofNullable(told.get(limit));
    }
}
