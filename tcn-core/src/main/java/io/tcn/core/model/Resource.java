// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.Locale;
import java.util.Objects;
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
/// @param description what is said of it beside that
public record Resource(
        ResourceId id,
        Kind kind,
        @Nullable Double capacityBps,
        @Nullable Double connectionCeilingBps,
        @Nullable Deterioration deterioration,
        ResourceDescription description) {
    /// What a resource is.
    public enum Kind {
        /// One direction of a network link.
        LINK,
        /// The side of a storage that serves files.
        STORAGE_READ,
        /// The side of a storage that takes files.
        STORAGE_WRITE;

        private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

        /// The kind in words: `link`, `storage-read`, `storage-write`.
        public String text() {
            return text;
        }

        /// Whether it is a side of a storage.
        public boolean isStorage() {
            return this == STORAGE_READ || this == STORAGE_WRITE;
        }
    }

    /// A told capacity that changes by no more than this part is one that somebody measures.
    private static final double HARDLY_CHANGED = 0.1;

    /// Whether a capacity is told the same, or so little differently that it says nothing against what was learnt of
    /// the
    /// resource.
    ///
    /// @param beforeBps what was told, in bit/s; infinite where nobody knew it
    /// @param nowBps what is told now
    public static boolean isHardlyChanged(double beforeBps, double nowBps) {
        return beforeBps == nowBps || Math.abs(beforeBps - nowBps) <= HARDLY_CHANGED * Math.min(beforeBps, nowBps);
    }

    /// A resource of which the capacity is known, or not even that.
    public Resource(ResourceId id, Kind kind, @Nullable Double capacityBps) {
        this(id, kind, capacityBps, null, null);
    }

    /// A resource of which nothing more is said.
    public Resource(
            ResourceId id,
            Kind kind,
            @Nullable Double capacityBps,
            @Nullable Double connectionCeilingBps,
            @Nullable Deterioration deterioration) {
        this(id, kind, capacityBps, connectionCeilingBps, deterioration, ResourceDescription.NONE);
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

    /// The same resource with another capacity.
    public Resource withCapacityBps(@Nullable Double newCapacityBps) {
        return new Resource(id, kind, newCapacityBps, connectionCeilingBps, deterioration, description);
    }

    /// Whether both are the same resource with the same numbers, however it is described.
    @SuppressWarnings("ReferenceEquality") // the same object is the usual case
    public boolean carriesAsMuchAs(Resource other) {
        return this == other
                || (id.equals(other.id)
                        && kind == other.kind
                        && Objects.equals(capacityBps, other.capacityBps)
                        && Objects.equals(connectionCeilingBps, other.connectionCeilingBps)
                        && Objects.equals(deterioration, other.deterioration));
    }

    /// Whether it is known to carry nothing at all.
    public boolean isClosed() {
        return capacityBps != null && capacityBps == 0;
    }
}
