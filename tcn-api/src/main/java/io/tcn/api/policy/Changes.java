// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.store.policy.PolicyTransactions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Makes changes of the configuration one at a time: the store with the audit first, then memory, then the loops, so
/// that whatever the loops know is durable. Every change is also a line of the log `io.tcn.audit`.
@Component
public class Changes {
    private final PolicyTransactions transactions;
    private final Audit audit;
    private final ReentrantLock changing = new ReentrantLock();
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();

    Changes(PolicyTransactions transactions, Audit audit) {
        this.transactions = transactions;
        this.audit = audit;
    }

    /// Who changes what.
    ///
    /// @param dn distinguished name of who makes the change
    /// @param action FTS's word, such as `ban-se`
    /// @param config what is set, in words
    /// @param before says what there is, with the keys of the interface, while nobody else changes it; null if
    ///     there is nothing
    /// @param after the same of what there will be
    public record What(
            String dn,
            String action,
            String config,
            Supplier<@Nullable Map<String, Object>> before,
            Supplier<@Nullable Map<String, Object>> after) {
        /// Something that has no state, before or after.
        public What(String dn, String action, String config) {
            this(dn, action, config, () -> null, () -> null);
        }
    }

    /// Runs after every change.
    void afterEach(Runnable follower) {
        followers.add(follower);
    }

    /// Makes a change.
    ///
    /// @param store writes it, in the transaction of the audit
    /// @param memory makes it known to readers, once it is durable
    void make(What what, Runnable store, Runnable memory) {
        make(List.of(what), store, memory);
    }

    void make(List<What> parts, Runnable store, Runnable memory) {
        changing.lock();
        try {
            audited(parts, store);
            memory.run();
            followers.forEach(Runnable::run);
        } finally {
            changing.unlock();
        }
    }

    /// Notes what an administrator is about to do with the transfers of others: nothing of the configuration.
    public void note(What what) {
        audited(List.of(what), () -> {});
    }

    private void audited(List<What> parts, Runnable store) {
        List<AuditEntry> entries = parts.stream()
                .map(what -> audit.entry(
                        what.dn(),
                        what.action(),
                        what.config(),
                        what.before().get(),
                        what.after().get()))
                .toList();
        transactions.change(entries, store);
        entries.forEach(Audit::log);
    }

    /// Changes that were made, the newest first.
    public List<PolicyTransactions.Numbered> newest(PolicyTransactions.AuditFilter filter) {
        return transactions.newest(filter);
    }

    /// The newest 100 changes, newest first.
    public List<AuditEntry> newest() {
        return transactions.newest();
    }
}
