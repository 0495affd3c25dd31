// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.EarlierWrite;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Who may write to which destination. A transfer owns its destination from its claim until the store has recorded the
/// end of the attempt, and longer if that end was unclean and the transfer is not over: until a later attempt of its
/// own. Nobody else starts there meanwhile.
///
/// What a transfer that is over has left is nobody's: whoever comes next takes it over as evidence, so that the
/// remains are no "existing file" to it.
///
/// Invariant: of two transfers to one destination at most one is the owner. Mutable; owned by the dispatch loop, except
/// for [#ownerOf], which any thread may ask. Memory: one entry for each attempt under way and for each destination
/// that is not clean.
final class Destinations {
    private final Map<DestinationKey, OwnedDestination> owners = new ConcurrentHashMap<>();
    private final Map<TransferId, OwnedDestination> byTransfer = new HashMap<>();
    private final Map<DestinationKey, EarlierWrite> left = new HashMap<>();
    private final Map<DestinationKey, Set<PipeId>> waiting = new HashMap<>();

    /// What was taken last, and begins next.
    private @Nullable OwnedDestination taken;

    /// Takes in what the store remembers.
    void known(KnownDestination known) {
        left.merge(known.destination(), known.evidence(), EarlierWrite::or);
        if (!known.isOver()) {
            OwnedDestination owned = new OwnedDestination(known.transfer(), known.destination());
            owned.found(known.evidence());
            if (owners.putIfAbsent(known.destination(), owned) == null) {
                byTransfer.put(known.transfer(), owned);
            }
        }
    }

    /// The transfer that owns a destination; any thread may ask.
    Optional<TransferId> ownerOf(DestinationKey destination) {
        return Optional.ofNullable(owners.get(destination)).map(OwnedDestination::transfer);
    }

    /// Takes its destination for a transfer that is to start, unless another owns it: then its pipe is told of when it
    /// may. What was taken begins at once.
    boolean take(Transfer transfer) {
        DestinationKey key = DestinationKey.find(transfer.destination()).orElse(null);
        OwnedDestination owned = new OwnedDestination(transfer.id(), key);
        OwnedDestination owner = key == null ? null : owners.putIfAbsent(key, owned);
        if (key != null && owner != null) {
            if (!owner.transfer().equals(transfer.id())) {
                waiting.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(transfer.pipe());
                return false;
            }
            owners.put(key, owned);
        }
        taken = owned;
        return true;
    }

    /// A transfer, whose destination was taken just now, starts.
    ///
    /// @param earlier what the store knows of earlier attempts
    /// @return its destination, with what may lie there
    OwnedDestination begin(Transfer transfer, @Nullable EarlierWrite earlier) {
        OwnedDestination owned = takenFor(transfer);
        DestinationKey key = owned.destination();
        if (key == null) {
            owned.found(earlier);
            return owned;
        }
        EarlierWrite found = left.isEmpty() ? null : left.get(key);
        owned.found(EarlierWrite.either(earlier, found));
        OwnedDestination before = byTransfer.put(transfer.id(), owned);
        if (before != null) {
            owned.takesOverFrom(before);
        }
        return owned;
    }

    /// An attempt goes on that was begun by a loop before this one. Should the store say that another transfer owns its
    /// destination, which cannot be, it goes on without owning it.
    ///
    /// @param earlier what the store knows of earlier attempts
    OwnedDestination adopt(Transfer transfer, @Nullable EarlierWrite earlier) {
        if (take(transfer)) {
            return begin(transfer, earlier);
        }
        OwnedDestination nowhere = new OwnedDestination(transfer.id(), null);
        nowhere.found(earlier);
        return nowhere;
    }

    private OwnedDestination takenFor(Transfer transfer) {
        OwnedDestination owned = taken;
        if (owned == null || !owned.transfer().equals(transfer.id())) {
            throw new IllegalStateException("the destination of transfer " + transfer.id() + " was not taken");
        }
        return owned;
    }

    /// A removal of what a transfer has left begins. Only what is left now counts: the list that the removal comes from
    /// may be older than another transfer's end there, whose file must stay.
    ///
    /// @param listed what the list says; counts only where nothing is kept of the destination, because it has no
    ///     key
    /// @return its destination; nothing is left there any more if nothing may lie there
    OwnedDestination beginRemoval(Transfer transfer, @Nullable EarlierWrite listed) {
        boolean isKept = takenFor(transfer).destination() != null;
        OwnedDestination owned = begin(transfer, isKept ? null : listed);
        owned.holdForRemoval();
        return owned;
    }

    /// The store has recorded the end of an attempt, or a removal has ended.
    ///
    /// @param clean whether nothing of it, or of what it took over, is there but a file that is whole and right
    /// @param goesOn whether the transfer will have another attempt
    /// @return pipes that wait for the destination
    Set<PipeId> ended(OwnedDestination owned, Instant at, boolean clean, boolean goesOn) {
        DestinationKey destination = owned.destination();
        if (destination == null || owned.isOver()) {
            return Set.of();
        }
        EarlierWrite evidence = clean ? null : owned.evidence(at);
        if (evidence != null) {
            left.put(destination, evidence);
            if (goesOn) {
                owned.goesOn(evidence);
                return Set.of();
            }
        } else if (!left.isEmpty()) {
            left.remove(destination);
        }
        return release(owned);
    }

    /// The store has refused a claim. What the transfer held before, it holds again: it may have left something and go
    /// on.
    ///
    /// @param isCanceled whether the transfer will have no further attempt
    /// @return pipes that wait for the destination
    Set<PipeId> refused(OwnedDestination owned, boolean isCanceled) {
        DestinationKey destination = owned.destination();
        OwnedDestination before = owned.before();
        if (isCanceled || destination == null || before == null || before.isOver() || owned.isReplaced()) {
            return release(owned);
        }
        owned.end();
        before.comesBack();
        byTransfer.put(before.transfer(), before);
        owners.put(destination, before);
        return Set.of();
    }

    /// A transfer that has no attempt under way gives its destination back as it took it over. A removal of what it has
    /// left goes on.
    ///
    /// @return pipes that wait for the destination
    Set<PipeId> release(TransferId transfer) {
        OwnedDestination owned = byTransfer.get(transfer);
        return owned == null || owned.isRemoval() ? Set.of() : release(owned);
    }

    private Set<PipeId> release(OwnedDestination owned) {
        DestinationKey destination = owned.destination();
        owned.end();
        if (destination == null || owned.isReplaced()) {
            return Set.of();
        }
        byTransfer.remove(owned.transfer(), owned);
        owners.remove(destination, owned);
        Set<PipeId> pipes = waiting.isEmpty() ? null : waiting.remove(destination);
        return pipes == null ? Set.of() : pipes;
    }
}
