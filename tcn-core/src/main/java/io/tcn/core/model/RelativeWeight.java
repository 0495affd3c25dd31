// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The weight of a user against other users on each contended resource of a set.
///
/// @param user whom it holds
/// @param resourceSet where it holds
/// @param weight from 1e-6 to 1e6
public record RelativeWeight(UserId user, ResourceSetName resourceSet, double weight) implements ResourceControl {
    public RelativeWeight {
        Weights.check("a relative weight", weight);
    }
}
