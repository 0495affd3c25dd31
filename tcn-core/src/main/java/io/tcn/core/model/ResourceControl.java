// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// What an operator allows a user on every resource of a resource-set (set-rc of the paper).
public sealed interface ResourceControl permits Bound, Guarantee, RelativeWeight {
    /// Whom it holds.
    UserId user();

    /// Where it holds: on each resource of this set.
    ResourceSetName resourceSet();
}
