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
    private final Map<DestinationKey, TransferId> owners = new ConcurrentHashMap<>();
    private final Map<TransferId, Work> works = new HashMap<>();
    private final Map<DestinationKey, EarlierWrite> left = new HashMap<>();
    private final Map<DestinationKey, Set<PipeId>> waiting = new HashMap<>();

    /// The transfer that was asked for last, and its key: it is asked for again when it starts.
    private @Nullable Transfer lastAsked;

    private @Nullable DestinationKey lastKey;

    /// What the owner of a destination does there.
    private static final class Work {
        private final DestinationKey destination;
        private @Nullable EarlierWrite earlier;
        private @Nullable Instant writingFrom;
        private long sizeBytes = -1;

        Work(DestinationKey destination, @Nullable EarlierWrite earlier) {
            this.destination = destination;
            this.earlier = earlier;
        }

        @Nullable
        EarlierWrite evidence(Instant until) {
            if (writingFrom == null) {
                return earlier;
            }
            Instant end = until.isBefore(writingFrom) ? writingFrom : until;
            EarlierWrite own = new EarlierWrite(writingFrom, end, sizeBytes);
            return earlier == null ? own : earlier.or(own);
        }
    }

    /// Takes in what the store remembers.
    void known(KnownDestination known) {
        left.merge(known.destination(), known.evidence(), EarlierWrite::or);
        if (!known.isOver() && owners.putIfAbsent(known.destination(), known.transfer()) == null) {
            works.put(known.transfer(), new Work(known.destination(), known.evidence()));
        }
    }

    /// The transfer that owns a destination; any thread may ask.
    Optional<TransferId> ownerOf(DestinationKey destination) {
        return Optional.ofNullable(owners.get(destination));
    }

    @SuppressWarnings("ReferenceEquality") // the very same transfer
    private @Nullable DestinationKey keyOf(Transfer transfer) {
        if (transfer != lastAsked) {
            lastAsked = transfer;
            lastKey = DestinationKey.find(transfer.destination()).orElse(null);
        }
        return lastKey;
    }

    /// Whether a transfer may start now; if not, its pipe is told of when it may.
    boolean isFree(Transfer transfer) {
        DestinationKey key = keyOf(transfer);
        TransferId owner = key == null ? null : owners.get(key);
        if (key == null || owner == null || owner.equals(transfer.id())) {
            return true;
        }
        waiting.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(transfer.pipe());
        return false;
    }

    /// A transfer, whose destination is free, starts.
    ///
    /// @param earlier what the store knows of earlier attempts
    /// @return what may lie at the destination, left by itself or by others
    @Nullable
    EarlierWrite begin(Transfer transfer, @Nullable EarlierWrite earlier) {
        DestinationKey key = keyOf(transfer);
        if (key == null) {
            return earlier;
        }
        EarlierWrite found = left.get(key);
        EarlierWrite all = earlier == null ? found : found == null ? earlier : earlier.or(found);
        owners.put(key, transfer.id());
        works.put(transfer.id(), new Work(key, all));
        return all;
    }

    /// A removal of what a transfer has left begins. Only what is left now counts: the list that the removal comes from
    /// may be older than another transfer's end there, whose file must stay.
    ///
    /// @param listed what the list says; counts only where nothing is kept of the destination, because it has no
    ///     key
    /// @return what may lie at the destination; null if nothing is left there any more
    @Nullable
    EarlierWrite beginRemoval(Transfer transfer, @Nullable EarlierWrite listed) {
        boolean isKept = keyOf(transfer) != null;
        return begin(transfer, isKept ? null : listed);
    }

    /// The store has noted that a transfer begins to write.
    void writing(TransferId transfer, Instant from, long sizeBytes) {
        Work work = works.get(transfer);
        if (work != null) {
            work.writingFrom = from;
            work.sizeBytes = sizeBytes;
        }
    }

    /// The store has recorded the end of an attempt.
    ///
    /// @param clean whether nothing of it, or of what it took over, is there but a file that is whole and right
    /// @param goesOn whether the transfer will have another attempt
    /// @return pipes that wait for the destination
    Set<PipeId> ended(TransferId transfer, Instant at, boolean clean, boolean goesOn) {
        Work work = works.get(transfer);
        if (work == null) {
            return Set.of();
        }
        EarlierWrite evidence = clean ? null : work.evidence(at);
        if (evidence == null) {
            left.remove(work.destination);
        } else {
            left.put(work.destination, evidence);
            if (goesOn) {
                work.earlier = evidence;
                work.writingFrom = null;
                return Set.of();
            }
        }
        return release(transfer);
    }

    /// A transfer gives its destination back as it took it over.
    ///
    /// @return pipes that wait for the destination
    Set<PipeId> release(TransferId transfer) {
        Work work = works.remove(transfer);
        if (work == null) {
            return Set.of();
        }
        owners.remove(work.destination, transfer);
        Set<PipeId> pipes = waiting.remove(work.destination);
        return pipes == null ? Set.of() : pipes;
    }
}
