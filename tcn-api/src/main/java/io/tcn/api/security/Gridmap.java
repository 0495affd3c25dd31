// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import io.tcn.core.model.UserId;
import java.util.Optional;

/// Whom single names act for, as operators declared it.
@FunctionalInterface
public interface Gridmap {
    /// What was declared for a name.
    ///
    /// @param user whom it acts for
    /// @param administrator whether it may do everything
    record Entry(UserId user, boolean administrator) {}

    /// What was declared for the name of a certificate, or the subject of a token.
    Optional<Entry> find(String name);
}
