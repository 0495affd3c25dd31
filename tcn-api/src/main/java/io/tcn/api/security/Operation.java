// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

/// What a caller may have a right to, in FTS's words.
public enum Operation {
    /// Submit, see and change jobs.
    TRANSFER("transfer"),
    /// Delegate credentials.
    DELEGATION("deleg"),
    /// Change settings, links, shares, bans.
    CONFIG("config"),
    /// Act on the server itself. Includes [#CONFIG].
    ADMIN("admin"),
    /// Act on files of remote storages.
    DATA_MANAGEMENT("datamanagement");

    private final String ftsName;

    Operation(String ftsName) {
        this.ftsName = ftsName;
    }

    /// The word that FTS has for it.
    public String ftsName() {
        return ftsName;
    }
}
