// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

/// Names that may do nothing at all.
public interface BannedCallers {
    boolean isBanned(String dn);

    /// Looks into the database: on a server that does not lead, for there somebody else bans.
    default void lookAgain() {}
}
