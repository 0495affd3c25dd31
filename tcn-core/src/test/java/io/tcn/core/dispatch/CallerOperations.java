// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.WaitingTransfer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// What callers do to their transfers: submit and cancel them, force their starts, have remains removed.
final class CallerOperations {
    private static final List<TransferLimit> LIMITS = List.of(
            new TransferLimit(new LimitId(1), "one at a time", Double.POSITIVE_INFINITY, 1),
            new TransferLimit(new LimitId(2), "two at a time", Double.POSITIVE_INFINITY, 2));

    private final HistoryWorld world;
    private int cleanUpsUnanswered;

    CallerOperations(HistoryWorld world) {
        this.world = world;
    }

    /// Clean-ups that the loop was asked for and has not answered.
    int cleanUpsUnanswered() {
        return cleanUpsUnanswered;
    }

    /// Stores some transfers; the loop hears of it now or later.
    void submit(int count) {
        Map<PipeId, Integer> queued = new HashMap<>();
        List<WaitingTransfer> waiting = new ArrayList<>();
        Set<PipeId> concerned = new HashSet<>();
        for (int i = 0; i < count; i++) {
            HistoryPipe pipe = world.anyPipe();
            if (!pipe.isDeclared()) {
                world.declare(pipe);
            }
            Transfer transfer = anyTransfer(pipe.id());
            String activity = world.random.nextInt(3) == 0 ? "hot" : QueuedTransfer.DEFAULT_ACTIVITY;
            GroupId group = world.random.nextInt(3) == 0 ? new GroupId(1 + world.random.nextInt(3)) : GroupId.NONE;
            world.transfers.put(transfer.id(), new HistoryWorld.Submitted(transfer, activity, group));
            if (world.memory.add(transfer, activity, group) == TransferState.QUEUED) {
                queued.merge(pipe.id(), 1, Integer::sum);
            } else {
                waiting.add(new WaitingTransfer(transfer.id(), pipe.id(), transfer.after()));
            }
            concerned.add(pipe.id());
        }
        tell(concerned, () -> world.loop.transfersAdded(queued, waiting));
    }

    private Transfer anyTransfer(PipeId pipe) {
        TransferId id = TransferId.of(world.transfers.size() + 1);
        Set<TransferId> after = new TreeSet<>();
        boolean dependsOften = world.kind == HistoryKind.DEPENDENCIES;
        if (id.value() > 1 && world.random.nextInt(dependsOften ? 2 : 6) == 0) {
            for (int i = 1 + world.random.nextInt(dependsOften ? 2 : 1); i > 0; i--) {
                after.add(anyId());
            }
        }
        TransferOptions options = new TransferOptions(
                false,
                null,
                ChecksumMode.WHEN_OBTAINABLE,
                world.random.nextInt(3),
                Duration.ofMillis(world.random.nextBoolean() ? 0 : world.random.nextInt(5000)),
                null);
        if (world.random.nextInt(4) == 0) {
            options = options.withLimit(LIMITS.get(world.random.nextInt(LIMITS.size())));
        }
        int priority = 1 + world.random.nextInt(5);
        return new Transfer(id, pipe, URI.create("https://from/" + id), anyDestination(), 10, priority, after, options);
    }

    /// Few files, so that many meet; now and then by another name, or without a key.
    private URI anyDestination() {
        int file = world.random.nextInt(world.files);
        return URI.create(
                switch (world.random.nextInt(12)) {
                    case 0 -> "sim:f" + file;
                    case 1 -> "davs://TO:443//./f" + file + "?x=1";
                    default -> "https://to/f" + file;
                });
    }

    private TransferId anyId() {
        return TransferId.of(1 + world.random.nextInt(world.transfers.size()));
    }

    private void tell(Collection<PipeId> concerned, Runnable news) {
        if (world.kind.hasLateNews() && world.random.nextInt(3) == 0) {
            world.happenings.add(Happening.NEWS_CAME_LATE);
            world.news.keepBack(concerned, news);
        } else {
            news.run();
        }
    }

    /// Cancels a transfer, in the turn of the store or at once.
    void cancelOne() {
        if (world.transfers.isEmpty()) {
            return;
        }
        Transfer transfer = world.transfer(anyId());
        if (world.kind == HistoryKind.DEPENDENCIES) {
            cancel(transfer, Runnable::run);
        } else {
            world.store.ask(() -> cancel(transfer, world.store::answer));
        }
    }

    /// @param told brings the news on its way
    private void cancel(Transfer transfer, Consumer<Runnable> told) {
        world.memory.cancel(transfer.id()).ifPresent(from -> canceled(transfer, from, told));
    }

    private void canceled(Transfer transfer, TransferState from, Consumer<Runnable> told) {
        if (from == TransferState.QUEUED) {
            DestinationKey.find(transfer.destination())
                    .ifPresent(key -> world.destinations.canceledInQueue(transfer.id(), key));
        }
        CanceledTransfer news = new CanceledTransfer(transfer.id(), transfer.pipe(), from);
        told.accept(() -> tell(Set.of(transfer.pipe()), () -> world.loop.transfersCanceled(List.of(news))));
    }

    /// Forces the start of a transfer that the store says is queued, now or when that may have changed.
    void forceOne() {
        HistoryPipe pipe = world.anyPipe();
        if (pipe.isDeclared()) {
            world.store.ask(() -> world.memory.loadQueued(
                    pipe.id(), 1000, world.time.now().plusSeconds(3600), QueueOrder.FIRST_COME, found -> {
                        if (!found.isEmpty()) {
                            QueuedTransfer queued = found.get(world.random.nextInt(found.size()));
                            world.store.answer(() -> force(pipe, queued));
                        }
                    }));
        }
    }

    private void force(HistoryPipe pipe, QueuedTransfer queued) {
        Runnable forcing = () -> {
            world.forced.add(pipe.id());
            world.loop.forceStart(
                    queued, isTried -> world.happenings.add(isTried ? Happening.FORCED : Happening.FORCED_IN_VAIN));
        };
        if (world.kind == HistoryKind.STALE_FORCED_STARTS && world.random.nextBoolean()) {
            world.happenings.add(Happening.FORCED_LATE);
            world.news.keepBack(Set.of(pipe.id()), forcing);
        } else {
            forcing.run();
        }
    }

    /// Has the remains of a transfer that is over removed, by what the store lists.
    void cleanUpOne() {
        world.store.ask(() -> {
            List<TransferId> left = world.destinations.haveLeft();
            if (left.isEmpty()) {
                return;
            }
            HistoryWorld.Submitted submitted = world.submitted(left.get(world.random.nextInt(left.size())));
            TransferId id = submitted.transfer().id();
            QueuedTransfer listed = new QueuedTransfer(
                    submitted.transfer(),
                    world.memory.attemptsOf(id),
                    0,
                    EarlierWrite.UNKNOWN,
                    submitted.activity(),
                    submitted.group());
            cleanUpsUnanswered++;
            world.store.answer(() -> world.loop.cleanUp(listed, result -> cleanedUp(id, result)));
        });
    }

    private void cleanedUp(TransferId id, CleanUpResult result) {
        cleanUpsUnanswered--;
        switch (result) {
            case CLEAN -> {
                world.happenings.add(Happening.CLEANED_UP);
                world.destinations.removed(id);
            }
            case OWNED_BY_ANOTHER -> world.happenings.add(Happening.CLEAN_UP_BEHIND_ANOTHER);
            case STILL_THERE, NOT_TRIED -> {
                // It stays listed.
            }
        }
    }
}
