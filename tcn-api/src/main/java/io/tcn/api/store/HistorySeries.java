// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import org.jspecify.annotations.Nullable;

/// What has a history.
///
/// @param kind what it is
/// @param name its name, alone of its kind
/// @param user whose it is; null: of all users together
public record HistorySeries(
        Kind kind, String name, @Nullable String user) {
    /// What can have a history.
    public enum Kind {
        /// A pipe, by its name.
        PIPE,
        /// A constraint that a resource control makes: kind, user and resource with blanks between.
        CONTROL,
        /// All pipes of a user together.
        USER,
        /// All pipes together.
        TOTAL
    }

    /// All pipes together.
    public static final HistorySeries TOTAL = new HistorySeries(Kind.TOTAL, "all", null);
}
