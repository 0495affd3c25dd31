// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends the process at once, as a crash would, where going on would do harm or nothing at all. What was confirmed is in
/// the database; the next start looks after the rest.
public enum Emergency {
    /// Another server works on the database and has queued again what runs here: nothing may be removed or stored.
    LEAD_LOST(5),
    /// The database does not come back from a request, and nobody can take the request from it.
    DATABASE_STUCK(6),
    /// This server has got the lead and cannot take it up: another one shall.
    LEAD_NOT_TAKEN_UP(7);

    private static final Logger LOG = LoggerFactory.getLogger(Emergency.class);

    private final int exitCode;

    Emergency(int exitCode) {
        this.exitCode = exitCode;
    }

    /// What the supervisor of the process sees; docs/operations.md lists them.
    int exitCode() {
        return exitCode;
    }

    /// Says why, and ends.
    public void end(String why) {
        LOG.error("{}", why);
        Runtime.getRuntime().halt(exitCode);
    }
}
