// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.EarlierWrite;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A destination in the hands of a transfer, and what that transfer does there. Mutable; owned by the dispatch loop,
/// but for the transfer, which any thread may ask for.
final class OwnedDestination {
    private final TransferId transfer;
    private final @Nullable DestinationKey destination;
    private @Nullable EarlierWrite earlier;
    private @Nullable Instant writingFrom;
    private long sizeBytes = -1;
    private @Nullable OwnedDestination before;
    private boolean replaced;
    private boolean over;
    private boolean removal;

    /// @param destination null where it has no key, and nobody can be in the way
    OwnedDestination(TransferId transfer, @Nullable DestinationKey destination) {
        this.transfer = transfer;
        this.destination = destination;
    }

    TransferId transfer() {
        return transfer;
    }

    @Nullable
    DestinationKey destination() {
        return destination;
    }

    /// What may lie there already.
    void found(@Nullable EarlierWrite evidence) {
        earlier = evidence;
    }

    /// What may lie there from before the attempt, left by the transfer itself or by others.
    @Nullable
    EarlierWrite earlier() {
        return earlier;
    }

    /// The store has noted that the transfer begins to write.
    void writing(Instant from, long bytes) {
        writingFrom = from;
        sizeBytes = bytes;
    }

    /// The attempt is over, and another will come: all that may lie there is from before it.
    void goesOn(EarlierWrite evidence) {
        earlier = evidence;
        writingFrom = null;
        before = null;
    }

    /// What may lie there now; null if nothing.
    @Nullable
    EarlierWrite evidence(Instant until) {
        if (writingFrom == null) {
            return earlier;
        }
        Instant end = until.isBefore(writingFrom) ? writingFrom : until;
        EarlierWrite own = new EarlierWrite(writingFrom, end, sizeBytes);
        return earlier == null ? own : earlier.or(own);
    }

    /// A further attempt of the same transfer takes it over from an earlier one, which may come back if the claim is
    /// refused.
    void takesOverFrom(OwnedDestination earlierHold) {
        before = earlierHold;
        earlierHold.replaced = true;
    }

    /// The further attempt does not come about.
    void comesBack() {
        replaced = false;
    }

    /// The hold of an earlier attempt of the same transfer; null if there is none.
    @Nullable
    OwnedDestination before() {
        return before;
    }

    /// Whether a further attempt of the transfer, or a removal, holds the destination instead.
    boolean isReplaced() {
        return replaced;
    }

    /// It is held to remove what the transfer, which is over, has left.
    void holdForRemoval() {
        removal = true;
    }

    boolean isRemoval() {
        return removal;
    }

    /// Whether nothing more comes of it.
    boolean isOver() {
        return over;
    }

    void end() {
        over = true;
        before = null;
    }
}
