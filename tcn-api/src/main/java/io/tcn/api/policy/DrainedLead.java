// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.cluster.Leadership;
import io.tcn.api.cluster.Role;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.store.policy.PolicyTransactions;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// A server that leads and whose host is drained hands the lead over as soon as a server of another host lives that is
/// not drained: the one that is there when it is drained, or one that comes later. Until then it leads and starts
/// nothing.
@Component
class DrainedLead {
    private static final Logger LOG = LoggerFactory.getLogger(DrainedLead.class);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final Leadership leadership;
    private final DrainedHosts drained;
    private final PolicyTransactions transactions;
    private final Audit audit;
    private final TimeSource time;
    private final AtomicBoolean trying = new AtomicBoolean();
    private long triedNanos;

    DrainedLead(
            Leadership leadership,
            DrainedHosts drained,
            PolicyTransactions transactions,
            Audit audit,
            TimeSource time) {
        this.leadership = leadership;
        this.drained = drained;
        this.transactions = transactions;
        this.audit = audit;
        this.time = time;
        this.triedNanos = time.nanoTime() - BETWEEN_TRIES.toNanos();
        leadership.afterLook(this::look);
    }

    /// On the thread that renews the lease, which must not wait for the database's pool: what is to be asked there is
    /// asked on another one.
    private void look() {
        if (leadership.role() == Role.LEADER
                && drained.isDrained(leadership.self().host())
                && time.nanoTime() - triedNanos >= BETWEEN_TRIES.toNanos()
                && trying.compareAndSet(false, true)) {
            triedNanos = time.nanoTime();
            Thread.ofPlatform().name("tcn-handing-over").daemon().start(this::tryToHandOver);
        }
    }

    private void tryToHandOver() {
        String name = leadership.self().name();
        AuditEntry entry = audit.entry(name, "hand-over", "the lead of " + name + ", which is drained", null, null);
        try {
            if (leadership.handOverIfDrained(() -> transactions.change(List.of(entry), () -> {}))) {
                Audit.log(entry);
            }
        } catch (RuntimeException away) {
            LOG.warn("A drained server cannot hand the lead over now: {}", away.getMessage());
        } finally {
            trying.set(false);
        }
    }
}
