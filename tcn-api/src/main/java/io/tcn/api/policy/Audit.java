// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.reason.Reason;
import io.tcn.api.security.Caller;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.text.OneLine;
import io.tcn.core.port.TimeSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Who declared what and who took it back, and why ([Reason]): entries for the audit of the store, which are written in
/// the transaction of
/// the change, and lines for the log named `io.tcn.audit`.
@Component
public final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("io.tcn.audit");
    private static final int LONGEST = 4000;

    private final TimeSource time;

    Audit(TimeSource time) {
        this.time = time;
    }

    /// @param action one word, such as `set-rc`
    /// @param what as in `pipe p with 1 to 8 connections`
    public AuditEntry entry(Caller caller, String action, String what) {
        return entry(caller.dn(), action, what, null, null);
    }

    /// @param before what there was, as the interface shows it; null if there was nothing
    /// @param after what there will be; null if nothing will be left
    public AuditEntry entry(
            Caller caller, String action, String what, @Nullable Object before, @Nullable Object after) {
        return entry(caller.dn(), action, what, before, after);
    }

    /// @param dn distinguished name of who makes the change
    AuditEntry entry(String dn, String action, String what, @Nullable Object before, @Nullable Object after) {
        return new AuditEntry(
                time.now(),
                nameOf(dn),
                action,
                OneLine.of(what, LONGEST),
                Reason.given(),
                AuditJson.write(before),
                AuditJson.write(after),
                null);
    }

    /// A name as it stands in entries.
    public static String nameOf(String dn) {
        return OneLine.of(dn, LONGEST);
    }

    /// Logs what was done.
    public static void log(AuditEntry entry) {
        if (entry.reason() == null) {
            LOG.info("{} {} {}", entry.dn(), entry.action(), entry.config());
        } else {
            LOG.info("{} {} {}; why: {}", entry.dn(), entry.action(), entry.config(), entry.reason());
        }
    }
}
