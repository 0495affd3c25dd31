// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The most that all pipes of a user together may move over each resource of a set.
///
/// @param user whom it holds
/// @param resourceSet where it holds, on each resource by itself
/// @param limit how much
public record Bound(UserId user, ResourceSetName resourceSet, Limit limit) implements ResourceControl {
    /// How much a bound allows.
    public sealed interface Limit permits Rate, CapacityShare {}

    /// A rate in bit/s, positive.
    public record Rate(double maxBps) implements Limit {
        public Rate {
            if (!(maxBps > 0) || Double.isInfinite(maxBps)) {
                throw new IllegalArgumentException("a bound must be more than 0 bit/s, given was " + maxBps);
            }
        }
    }

    /// A part of each resource's capacity, above 0 and at most 1. It says nothing where the capacity is unknown.
    public record CapacityShare(double share) implements Limit {
        public CapacityShare {
            if (!(share > 0 && share <= 1)) {
                throw new IllegalArgumentException(
                        "a share of capacity must be above 0 and at most 1, given was " + share);
            }
        }
    }
}
