// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import java.util.Locale;

/// Whether the network map hears of capacities that change while a run goes on.
public enum MapUpdates {
    /// The map tells of the network as it was at the beginning: the loops see a fault only by what pipes move.
    NONE,
    /// The ALTO server knows of the change and is asked every 30 s.
    PULL,
    /// The ALTO server knows of the change and tells at once, by its update stream.
    PUSH;

    /// As options write it: `none`, `pull`, `push`.
    ///
    /// @throws IllegalArgumentException if there is no such choice
    public static MapUpdates parse(String name) {
        for (MapUpdates choice : values()) {
            if (choice.toString().equals(name)) {
                return choice;
            }
        }
        throw new IllegalArgumentException("updates of the map are none, pull or push, given was \"" + name + "\"");
    }

    /// As options write it.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
