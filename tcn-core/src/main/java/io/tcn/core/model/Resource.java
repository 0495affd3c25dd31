// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// Anything with a capacity that pipes share: one direction of a network link, the read or write side of a storage, a
/// network card.
///
/// @param id its name
/// @param kind what it is
/// @param capacityBps capacity in bit/s, zero or more; null where nobody knows it
public record Resource(ResourceId id, Kind kind, @Nullable Double capacityBps) {
    /// What a resource is.
    public enum Kind {
        /// One direction of a network link.
        LINK,
        /// The side of a storage that serves files.
        STORAGE_READ,
        /// The side of a storage that takes files.
        STORAGE_WRITE
    }

    public Resource {
        if (capacityBps != null && (!(capacityBps >= 0) || Double.isInfinite(capacityBps))) {
            throw new IllegalArgumentException(
                    "the capacity of resource " + id + " must be zero or more bit/s, given was " + capacityBps);
        }
    }

    /// Capacity in bit/s, empty where nobody knows it.
    public OptionalDouble knownCapacityBps() {
        return capacityBps == null ? OptionalDouble.empty() : OptionalDouble.of(capacityBps);
    }
}
