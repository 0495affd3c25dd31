// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Name of a [ResourceSet].
public record ResourceSetName(String value) implements Comparable<ResourceSetName> {
    public ResourceSetName {
        Names.check("resource-set", value);
    }

    public static ResourceSetName of(String value) {
        return new ResourceSetName(value);
    }

    @Override
    public int compareTo(ResourceSetName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
