// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Side;
import io.tcn.core.model.Transfer;
import java.util.Optional;

/// Gives the token that opens one end of a transfer.
@FunctionalInterface
public interface BearerTokens {
    /// No tokens: storages that are open, or that know us by TLS.
    BearerTokens NONE = (transfer, side) -> Optional.empty();

    /// The token for one end of a transfer, empty if that end needs none. Asked once per attempt, on the thread of the
    /// attempt; may ask a database, not a network.
    Optional<String> find(Transfer transfer, Side side);
}
