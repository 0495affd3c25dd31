// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message.Origin;
import io.tcn.agent.remote.OrderNumber;
import io.tcn.api.harness.TestAttempts;
import io.tcn.api.store.AgentOrder;
import io.tcn.api.store.GoneOn;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.QueuedTransfer;

/// What the server of epoch 4 has given to agent `a`: of each transfer the second attempt, as the order of the
/// transfer's number.
final class FormerOrders {
    static final LimitId LIMIT = new LimitId(9);

    private FormerOrders() {}

    static GoneOn goneOn(long transfer, boolean writes, boolean canceled) {
        TransferLimit limit = new TransferLimit(LIMIT, "somebody", 1e9, 4);
        Transfer moved = TestAttempts.transfer(transfer, TransferOptions.DEFAULT.withLimit(limit));
        return new GoneOn(
                new AgentOrder(new AttemptId(moved.id(), 2), "a", "i-a", 1, 4, number(transfer), 1),
                new QueuedTransfer(moved, 2, 0, null),
                writes ? Beats.NOW : null,
                canceled);
    }

    static long number(long transfer) {
        return OrderNumber.of(4, transfer);
    }

    /// Whoever tells of it.
    static Origin origin(long transfer) {
        return new Origin(4, "i-a", number(transfer));
    }
}
