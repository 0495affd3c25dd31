// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.LeftoverNotes;
import io.tcn.api.store.LeftoverStore;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.Transition;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// The list of leftovers in the store. Ends, with their first answer, transfers that were cancelled while the last
/// server stopped.
final class StoredLeftovers implements LeftoverList {
    private static final String LATER = "it could not be removed when it was tried";

    private final LeftoverStore leftovers;
    private final LeftoverNotes notes;
    private final JpaTransferStore store;
    private final TimeSource time;
    private final Map<TransferId, QueuedTransfer> halfCanceled = new ConcurrentHashMap<>();

    StoredLeftovers(LeftoverStore leftovers, LeftoverNotes notes, JpaTransferStore store, TimeSource time) {
        this.leftovers = leftovers;
        this.notes = notes;
        this.store = store;
        this.time = time;
    }

    /// Transfers that were cancelled while they ran, by a server that stopped before they had ended. Those that may
    /// have left something end when that was tried to be removed, the others now.
    void end(Collection<QueuedTransfer> found) {
        for (QueuedTransfer transfer : found) {
            halfCanceled.put(transfer.transfer().id(), transfer);
            if (!transfer.destinationMayBeOurs()) {
                ended(transfer.transfer().id(), true);
            }
        }
    }

    private void ended(TransferId transfer, boolean clean) {
        QueuedTransfer half = halfCanceled.remove(transfer);
        if (half != null) {
            AttemptId attempt = new AttemptId(transfer, Math.max(1, half.attempts()));
            store.apply(List.of(new Transition.Stopped(attempt, time.now(), clean)), made -> {});
        }
    }

    @Override
    public CompletableFuture<List<LeftoverStore.Due>> due(Instant now, int limit) {
        return store.inTurn(() -> leftovers.due(now, limit));
    }

    @Override
    public CompletableFuture<?> removed(LeftoverStore.Due due) {
        ended(due.leftover().transfer(), true);
        return store.inTurn(() -> {
            leftovers.done(due.leftover());
            if (due.leftover().tries() > 0) {
                notes.note(due.leftover().transfer(), LeftoverNotes.Note.REMOVED);
            }
            return true;
        });
    }

    @Override
    public CompletableFuture<?> again(LeftoverStore.Due due, Instant next) {
        ended(due.leftover().transfer(), false);
        return store.inTurn(() -> {
            leftovers.again(due.leftover(), next, LATER);
            if (due.leftover().tries() == 0) {
                notes.note(due.leftover().transfer(), LeftoverNotes.Note.LEFT);
            }
            return true;
        });
    }

    @Override
    public CompletableFuture<?> givenUp(LeftoverStore.Due due) {
        ended(due.leftover().transfer(), false);
        return store.inTurn(() -> {
            leftovers.giveUp(due.leftover(), LATER);
            notes.note(due.leftover().transfer(), LeftoverNotes.Note.GIVEN_UP);
            return true;
        });
    }
}
