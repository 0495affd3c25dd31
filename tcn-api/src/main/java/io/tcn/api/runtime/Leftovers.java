// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.Leftover;
import io.tcn.api.store.LeftoverStore;
import io.tcn.core.dispatch.CleanUpResult;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.Endpoint;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes what transfers that are over have left at their destinations, a few at once per storage. A storage that does
/// not answer, or refuses, is left alone for pauses that double up to an hour, and holds up no other. After a setting a
/// leftover is given up: an operator must look.
///
/// All runs on one thread; answers come from any.
final class Leftovers implements SteadyLoop.Work {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    private static final int AT_ONCE = 4;
    private static final int AT_ONCE_IN_ALL = 100;
    private static final int FEW = 200;
    private static final int MOST = 20_000;
    static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
    static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final Duration PUT_OFF = Duration.ofMinutes(1);

    /// A storage that did not let us remove something.
    private record Trouble(int failures, Instant until) {}

    private final LeftoverList list;
    private final BiConsumer<QueuedTransfer, Consumer<CleanUpResult>> remover;
    private final LoopScheduler thread;
    private final LoopState state;
    private final TimeSource time;
    private final Duration giveUpAfter;

    private final Set<DestinationKey> underWay = new HashSet<>();
    private final Map<Endpoint, Integer> running = new HashMap<>();
    private final Map<Endpoint, Trouble> troubles = new HashMap<>();
    private final Map<DestinationKey, Instant> putOff = new HashMap<>();
    private @Nullable CompletableFuture<List<LeftoverStore.Due>> asked;
    private int limit = FEW;

    /// @param remover removes under ownership of the destination
    /// @param giveUpAfter time after the last write at which a leftover that is still there is given up
    Leftovers(
            LeftoverList list,
            BiConsumer<QueuedTransfer, Consumer<CleanUpResult>> remover,
            LoopScheduler thread,
            LoopState state,
            TimeSource time,
            Duration giveUpAfter) {
        this.list = list;
        this.remover = remover;
        this.thread = thread;
        this.state = state;
        this.time = time;
        this.giveUpAfter = giveUpAfter;
    }

    @Override
    public SteadyLoop.Outcome run() throws ExecutionException, InterruptedException {
        CompletableFuture<List<LeftoverStore.Due>> last = asked;
        if (last == null) {
            asked = list.due(time.now(), limit);
            return SteadyLoop.Outcome.AWAITED;
        }
        if (!last.isDone()) {
            return SteadyLoop.Outcome.AWAITED;
        }
        asked = null;
        begin(last.get());
        return SteadyLoop.Outcome.DONE;
    }

    private void begin(List<LeftoverStore.Due> found) {
        Instant now = time.now();
        putOff.values().removeIf(until -> !until.isAfter(now));
        int begun = 0;
        for (LeftoverStore.Due due : found) {
            if (underWay.size() < AT_ONCE_IN_ALL && mayBegin(due, now)) {
                begin(due);
                begun++;
            }
        }
        // What is first on the list may all be at storages that are left alone: look behind it.
        boolean isHidden = begun == 0 && found.size() == limit && underWay.size() < AT_ONCE_IN_ALL;
        limit = isHidden ? Math.min(MOST, limit * 4) : FEW;
    }

    private boolean mayBegin(LeftoverStore.Due due, Instant now) {
        DestinationKey key = due.leftover().key();
        Endpoint storage = storage(due);
        Trouble trouble = troubles.get(storage);
        return !underWay.contains(key)
                && !putOff.containsKey(key)
                && (trouble == null || !trouble.until().isAfter(now))
                && running.getOrDefault(storage, 0) < (trouble == null ? AT_ONCE : 1);
    }

    private void begin(LeftoverStore.Due due) {
        underWay.add(due.leftover().key());
        running.merge(storage(due), 1, Integer::sum);
        remover.accept(due.transfer(), result -> thread.execute(() -> answered(due, result)));
    }

    private void answered(LeftoverStore.Due due, CleanUpResult result) {
        running.computeIfPresent(storage(due), (storage, count) -> count == 1 ? null : count - 1);
        CompletableFuture<?> stored = switch (result) {
            case CLEAN -> removed(due);
            case STILL_THERE -> stillThere(due);
            case OWNED_BY_ANOTHER, NOT_TRIED -> notTried(due);
        };
        // Not before: else the next look would find what is over already.
        var _ = stored.whenComplete((done, failure) -> thread.execute(() -> {
            underWay.remove(due.leftover().key());
            if (failure != null) {
                // It stays on the list and is looked at again.
                state.failed(failure);
            }
        }));
    }

    private CompletableFuture<?> removed(LeftoverStore.Due due) {
        if (troubles.remove(storage(due)) != null) {
            LOG.info("{} lets leftovers be removed again", storage(due));
        }
        LOG.debug(
                "what transfer {} left at {} is removed",
                due.leftover().transfer(),
                due.leftover().key());
        return list.removed(due);
    }

    private CompletableFuture<?> stillThere(LeftoverStore.Due due) {
        Instant now = time.now();
        Trouble before = troubles.get(storage(due));
        int failures = before == null ? 1 : before.failures() + 1;
        troubles.put(storage(due), new Trouble(failures, now.plus(pause(failures - 1))));
        Leftover leftover = due.leftover();
        if (isTooOld(leftover, now)) {
            LOG.warn(
                    "What transfer {} may have left at {} could not be removed in {} tries and is given up: look there,"
                            + " and remove it by hand",
                    leftover.transfer(),
                    leftover.key(),
                    leftover.tries() + 1);
            return list.givenUp(due);
        }
        if (before == null) {
            LOG.warn(
                    "What transfer {} left at {} could not be removed; it is tried again, and what others left there"
                            + " (GET /tcn/v1/leftovers)",
                    leftover.transfer(),
                    leftover.key());
        }
        return list.again(due, now.plus(pause(leftover.tries())));
    }

    /// Another is at work there: what it finishes replaces it, and what it leaves is its own. Or nobody could ask the
    /// storage. Neither says anything about the storage, nor brings the day nearer on which it is given up.
    private CompletableFuture<?> notTried(LeftoverStore.Due due) {
        putOff.put(due.leftover().key(), time.now().plus(PUT_OFF));
        return CompletableFuture.completedFuture(null);
    }

    /// By the time of the last write; where nobody knows it, by the pauses that there were.
    private boolean isTooOld(Leftover leftover, Instant now) {
        Instant written = leftover.write().until() != null
                ? leftover.write().until()
                : leftover.write().from();
        return written.equals(Instant.EPOCH)
                ? LONGEST_PAUSE.multipliedBy(leftover.tries()).compareTo(giveUpAfter) > 0
                : written.plus(giveUpAfter).isBefore(now);
    }

    private static Duration pause(int tries) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(tries, 10));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    private static Endpoint storage(LeftoverStore.Due due) {
        return Endpoint.of(due.transfer().transfer().destination());
    }
}
