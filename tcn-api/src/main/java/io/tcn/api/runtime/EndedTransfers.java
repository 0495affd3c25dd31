// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.TransferChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.stereotype.Component;

/// Transfers that ended without success and that nobody has looked after yet. The look comes twice a second, so the
/// list is as long as what fails in that time, or as long as the database does not answer.
@Component
final class EndedTransfers implements TransferObserver {
    private final Queue<TransferId> ended = new ConcurrentLinkedQueue<>();

    @Override
    public void changed(Instant at, List<TransferChange> changes, boolean hasFailure) {
        if (!hasFailure) {
            return;
        }
        for (TransferChange change : changes) {
            if (change.state() == TransferState.FAILED) {
                ended.add(change.transfer());
            }
        }
    }

    void add(Collection<TransferId> transfers) {
        ended.addAll(transfers);
    }

    /// Takes the oldest; who cannot do with them what is to be done gives them back by [#add].
    List<TransferId> take(int most) {
        List<TransferId> taken = new ArrayList<>();
        TransferId next = ended.poll();
        while (next != null) {
            taken.add(next);
            next = taken.size() < most ? ended.poll() : null;
        }
        return taken;
    }
}
