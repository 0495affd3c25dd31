// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.topology;

/// What is assumed of storages that the topology says nothing of.
///
/// @param maxCapacityGbps a storage reads and writes at most this much, or its site's capacity if that is less;
///     infinity: its site's capacity; both in Gbit/s
public record StorageAssumption(double maxCapacityGbps) {
    /// 400 Gbit/s, the assumption that comes with the ESnet6 data.
    public static final StorageAssumption ESNET = new StorageAssumption(400);

    public StorageAssumption {
        if (!(maxCapacityGbps > 0)) {
            throw new IllegalArgumentException(
                    "the assumed capacity of storages must be positive, given was " + maxCapacityGbps);
        }
    }
}
