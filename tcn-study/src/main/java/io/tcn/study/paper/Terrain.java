// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.sim.network.Physics;

/// The shape of the throughput over the connections.
enum Terrain {
    /// With the deterioration of the setting.
    USUAL,
    /// Without deterioration: "concave bandwidth allocation functions" of section 7.3.
    CONCAVE,
    /// A resource is dead as soon as its pipes have a third of M connections each, and stays so beyond: a plateau
    /// without a slope ("non-convex" of section 7.3).
    RUGGED;

    /// Part of M at which a resource of the rugged terrain is dead.
    private static final int DEAD_AT = 3;

    Physics physics(PaperSetting setting) {
        return switch (this) {
            case USUAL -> setting.physics();
            case CONCAVE -> setting.physics().withDeterioration(0);
            case RUGGED -> new Physics(setting.ceilingGbps() * 1e9, 1, Math.max(1, setting.maxConnections() / DEAD_AT));
        };
    }
}
