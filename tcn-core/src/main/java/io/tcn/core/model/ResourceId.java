// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Name of a [Resource], stable across refreshes of the network map.
public record ResourceId(String value) implements Comparable<ResourceId> {
    public ResourceId {
        Names.check("resource", value);
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
