// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// What a constraint asks of the throughput of a user on a resource.
public enum ConstraintKind {
    /// It must not be above the limit: a [Bound].
    BOUND,
    /// It must not be below the limit as long as there is work: a [Guarantee].
    GUARANTEE,
    /// It must not be above the limit, which is the user's present share by [RelativeWeight].
    SHARE;

    /// Whether the throughput must stay below the limit.
    public boolean isUpper() {
        return this != GUARANTEE;
    }
}
