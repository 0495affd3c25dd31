// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Name of a [Resource], stable across refreshes of the network map.
public record ResourceId(String value) implements Comparable<ResourceId> {
    /// The most letters of a name.
    public static final int MAX_LENGTH = Names.MAX_LENGTH;

    public ResourceId {
        Names.check("resource", value);
    }

    /// Whether a resource may have this name.
    public static boolean isValid(String value) {
        return Names.isValid(value);
    }

    public static ResourceId of(String value) {
        return new ResourceId(value);
    }

    @Override
    public int compareTo(ResourceId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
