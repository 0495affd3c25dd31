// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.DirectoryStore;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.store.policy.PolicyTransactions;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.UserId;
import java.util.Collection;
import java.util.List;

/// What is declared, in the store: a change and its audit are written together or not at all.
final class DirectoryRows {
    private final DirectoryStore store;
    private final PolicyTransactions transactions;

    DirectoryRows(DirectoryStore store, PolicyTransactions transactions) {
        this.store = store;
        this.transactions = transactions;
    }

    /// A change that cannot be made, and why; what the transaction has written so far is taken back.
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String refusal;

        RefusedException(String refusal) {
            super(refusal);
            this.refusal = refusal;
        }

        /// A pipe cannot go.
        static RefusedException ofOpen(Pipe pipe) {
            return new RefusedException("transfers of pipe " + pipe.id() + " are not over");
        }

        String refusal() {
            return refusal;
        }
    }

    /// Reads everything.
    void load(DeclaredState declared) {
        declared.load(store);
    }

    /// @throws RefusedException if jobs belong to a user that is to go, or transfers of a pipe that is to go are
    ///     open
    void save(DirectoryChange change, Collection<AuditEntry> entries) {
        transactions.change(List.copyOf(entries), () -> {
            put(change.put());
            remove(change.gone());
        });
    }

    private void put(DirectoryChange.Put put) {
        put.users().forEach(store::save);
        put.dns().forEach(store::save);
        put.sets().forEach(store::save);
        put.pipes().forEach(store::save);
        store.saveAll(put.controls());
        put.limits().forEach(store::save);
    }

    private void remove(DirectoryChange.Gone gone) {
        store.removeAll(gone.controls());
        gone.limits().forEach(store::removeLimit);
        gone.sets().forEach(store::remove);
        gone.dns().forEach(store::removeDn);
        for (Pipe pipe : gone.pipes()) {
            if (store.hasOpenTransfer(pipe.id())) {
                throw RefusedException.ofOpen(pipe);
            }
            store.forget(pipe.id());
        }
        for (UserId user : gone.users()) {
            if (!store.remove(user)) {
                throw new RefusedException("jobs belong to user " + user);
            }
        }
    }
}
