// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Version of the network map: grows by one with every change of its content.
public record MapVersion(long value) implements Comparable<MapVersion> {
    @Override
    public int compareTo(MapVersion other) {
        return Long.compare(value, other.value);
    }
}
