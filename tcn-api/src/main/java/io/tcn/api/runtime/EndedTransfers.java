// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Transfers that ended without success since the last look. The look comes twice a second, so the list is as long as
/// what fails in that time.
@Component
final class EndedTransfers implements TransferObserver {
    private final Queue<TransferId> ended = new ConcurrentLinkedQueue<>();

    @Override
    public void changed(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {
        if (state == TransferState.FAILED) {
            ended.add(transfer);
        }
    }

    void add(Collection<TransferId> transfers) {
        ended.addAll(transfers);
    }

    List<TransferId> take() {
        List<TransferId> taken = new ArrayList<>();
        for (TransferId next = ended.poll(); next != null; next = ended.poll()) {
            taken.add(next);
        }
        return taken;
    }
}
