// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/// Where the lead is a lease, asks for the epoch at the end of every transaction that may have written:
/// declarations, configuration, history and messages of a server that was replaced are not stored. Those of the
/// store's thread have asked at their beginning.
@Component
final class LeadFence implements TransactionExecutionListener {
    private final DatabaseLead lead;

    LeadFence(DatabaseLead lead) {
        this.lead = lead;
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        if (!transaction.isReadOnly() && !transaction.getTransactionName().equals(NumberedTransactions.NAME)) {
            lead.fence();
        }
    }
}
