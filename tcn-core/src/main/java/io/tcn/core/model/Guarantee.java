// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The least that all pipes of a user together shall move over each resource of a set, as long as they have something
/// to move. Where guarantees and bounds cannot both be kept, bounds are.
///
/// @param user whom it holds
/// @param resourceSet where it holds, on each resource that the user's pipes use by itself
/// @param minBps how much, in bit/s, positive
public record Guarantee(UserId user, ResourceSetName resourceSet, double minBps) implements ResourceControl {
    public Guarantee {
        if (!(minBps > 0) || Double.isInfinite(minBps)) {
            throw new IllegalArgumentException("a guarantee must be more than 0 bit/s, given was " + minBps);
        }
    }
}
