// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueuedTransfer;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An attempt that an agent may have gone on with while no server led.
///
/// @param order whom it was given
/// @param transfer its transfer; the number of attempts is that of this one
/// @param writingFrom since when it may have written, null if the store had not let it yet
/// @param isCanceled whether the transfer was cancelled, and its end is not known
public record GoneOn(
        AgentOrder order, QueuedTransfer transfer, @Nullable Instant writingFrom, boolean isCanceled) {
    /// Its pipe.
    public PipeId pipe() {
        return transfer.transfer().pipe();
    }

    /// The same attempt, to which what others have left at its destination is evidence, as to one that begins.
    ///
    /// @param left what was left, by destination
    public GoneOn withLeft(Map<DestinationKey, EarlierWrite> left) {
        EarlierWrite there = DestinationKey.find(transfer.transfer().destination())
                .map(left::get)
                .orElse(null);
        EarlierWrite known = EarlierWrite.either(transfer.earlier(), there);
        return new GoneOn(order, transfer.withEarlier(known), writingFrom, isCanceled);
    }
}
