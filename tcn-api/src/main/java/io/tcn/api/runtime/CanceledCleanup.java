// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.port.DataPlane;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import java.util.List;

/// Removes what transfers left at their destinations that were cancelled while they ran, when the server stopped
/// before the data plane had cleaned up.
final class CanceledCleanup {
    private final DestinationRemoval removal;

    CanceledCleanup(DataPlane dataPlane, TransferStore store, TimeSource time) {
        this.removal = new DestinationRemoval(
                dataPlane,
                (attempt, clean) ->
                        store.apply(List.of(new Transition.Stopped(attempt, time.now(), clean)), made -> {}));
    }

    void cleanUp(List<QueuedTransfer> canceled) {
        canceled.forEach(transfer -> removal.start(transfer, Math.max(1, transfer.attempts())));
    }
}
