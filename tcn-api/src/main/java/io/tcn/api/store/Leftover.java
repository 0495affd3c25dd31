// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.EarlierWrite;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an attempt may have left at a destination, and what becomes of it.
///
/// @param key the destination
/// @param transfer the last transfer that wrote there
/// @param write what can be there
/// @param reason why it is there still: how the attempt ended, or why the last try to remove it failed
/// @param tries how often removing it was tried and failed
/// @param nextTry when it is tried next; null while the transfer goes on, which sees to it by itself, and once nobody
///     tries any more
/// @param givenUp whether nobody tries any more: an operator must look
public record Leftover(
        DestinationKey key,
        TransferId transfer,
        EarlierWrite write,
        String reason,
        int tries,
        @Nullable Instant nextTry,
        boolean givenUp) {
    /// Whether the transfer is over, so that nobody but the clean-up sees to it.
    public boolean isOfEndedTransfer() {
        return givenUp || nextTry != null;
    }
}
