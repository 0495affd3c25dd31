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
/// @param connectionCeilingBps the most that one connection carries over it in bit/s, positive; null where nobody knows
/// @param deterioration what too many connections cost it; null where nobody knows
public record Resource(
        ResourceId id,
        Kind kind,
        @Nullable Double capacityBps,
        @Nullable Double connectionCeilingBps,
        @Nullable Deterioration deterioration) {
    /// What a resource is.
    public enum Kind {
        /// One direction of a network link.
        LINK,
        /// The side of a storage that serves files.
        STORAGE_READ,
        /// The side of a storage that takes files.
        STORAGE_WRITE
    }

    /// A resource of which the capacity is known, or not even that.
    public Resource(ResourceId id, Kind kind, @Nullable Double capacityBps) {
        this(id, kind, capacityBps, null, null);
    }

    public Resource {
        if (capacityBps != null && (!(capacityBps >= 0) || Double.isInfinite(capacityBps))) {
            throw new IllegalArgumentException(
                    "the capacity of resource " + id + " must be zero or more bit/s, given was " + capacityBps);
        }
        if (connectionCeilingBps != null && (!(connectionCeilingBps > 0) || Double.isInfinite(connectionCeilingBps))) {
            throw new IllegalArgumentException("what one connection carries over resource " + id
                    + " must be positive bit/s, given was " + connectionCeilingBps);
        }
    }

    /// Capacity in bit/s, empty where nobody knows it.
    public OptionalDouble knownCapacityBps() {
        return capacityBps == null ? OptionalDouble.empty() : OptionalDouble.of(capacityBps);
    }
}
