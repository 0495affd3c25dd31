// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

/// How far a right reaches; later ones include earlier ones.
public enum Level {
    /// No right.
    NONE,
    /// What the caller itself has submitted.
    OWN,
    /// What belongs to the caller's users (FTS: VOs).
    VO,
    /// Everything.
    ALL;

    /// FTS's word; that of [#OWN] is empty.
    public String ftsName() {
        return switch (this) {
            case NONE, OWN -> "";
            case VO -> "vo";
            case ALL -> "all";
        };
    }

    public boolean includes(Level other) {
        return compareTo(other) >= 0;
    }
}
