// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import java.util.Set;

/// A transfer in state WAITING, as the dependency graph needs it.
///
/// @param id which transfer
/// @param pipe its pipe
/// @param after its predecessors, at least one
public record WaitingTransfer(TransferId id, PipeId pipe, Set<TransferId> after) {
    public WaitingTransfer {
        after = Set.copyOf(after);
        if (after.isEmpty()) {
            throw new IllegalArgumentException("transfer " + id + " waits for nothing");
        }
    }
}
