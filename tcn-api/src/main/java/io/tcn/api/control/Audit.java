// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.security.Caller;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Who declared what and who took it back, in the log named `io.tcn.audit`, one line each.
final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("io.tcn.audit");

    private Audit() {}

    /// @param what as in `pipe p with 1 to 8 connections`
    static void declared(Caller caller, String what) {
        LOG.info("{} declared {}", oneLine(caller.dn()), oneLine(what));
    }

    static void removed(Caller caller, String what) {
        LOG.info("{} took back {}", oneLine(caller.dn()), oneLine(what));
    }

    /// Names come from callers: none may begin a line of its own.
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
