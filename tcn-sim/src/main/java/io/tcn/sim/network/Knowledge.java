// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import java.util.Locale;

/// What the control plane's map tells of the network. Which pipe uses which resource is always told.
public enum Knowledge {
    /// Capacity, the ceiling of a connection and the deterioration of every resource.
    FULL,
    /// Capacities only.
    CAPACITIES,
    /// No numbers at all: the network is a black box.
    NONE;

    /// The level of a name as options write it: `full`, `capacities`, `none`.
    ///
    /// @throws IllegalArgumentException if there is no such level
    public static Knowledge parse(String name) {
        for (Knowledge level : values()) {
            if (level.toString().equals(name)) {
                return level;
            }
        }
        throw new IllegalArgumentException(
                "what the map tells is full, capacities or none, given was \"" + name + "\"");
    }

    /// As options write it.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
