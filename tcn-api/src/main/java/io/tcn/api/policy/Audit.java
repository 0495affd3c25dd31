// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.security.Caller;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.text.OneLine;
import io.tcn.core.port.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Who declared what and who took it back: entries for the audit of the store, which are written in the transaction of
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
        return entry(caller.dn(), action, what);
    }

    /// @param dn distinguished name of who makes the change
    AuditEntry entry(String dn, String action, String what) {
        return new AuditEntry(time.now(), nameOf(dn), action, OneLine.of(what, LONGEST));
    }

    /// A name as it stands in entries.
    public static String nameOf(String dn) {
        return OneLine.of(dn, LONGEST);
    }

    /// Logs what was done.
    public static void log(AuditEntry entry) {
        LOG.info("{} {} {}", entry.dn(), entry.action(), entry.config());
    }
}
