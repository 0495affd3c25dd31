// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The weight of a user against other users on each contended resource of a set.
///
/// @param user whom it holds
/// @param resourceSet where it holds
/// @param weight positive
public record RelativeWeight(UserId user, ResourceSetName resourceSet, double weight) implements ResourceControl {
    public RelativeWeight {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("a relative weight must be positive, given was " + weight);
        }
    }
}
