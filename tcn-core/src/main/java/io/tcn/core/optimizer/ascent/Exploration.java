// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import java.util.random.RandomGenerator;

/// How far the ascent looks around: decisions vary by a normal deviation that decays to a floor, and begins anew when
/// pipes come, go, sleep or wake, or the network is another one where they pass. Mutable; owned by one optimizer.
final class Exploration {
    private static final double DECAY = 0.93;

    /// In deviations.
    private static final double MOST = 2;

    private final AscentSettings settings;
    private final RandomGenerator random;
    private double deviation;
    private boolean[] wasBusy = {};

    Exploration(AscentSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
        this.deviation = settings.exploration();
    }

    void adopt(PipeTable table) {
        wasBusy = table.carry(wasBusy, false);
    }

    void restart() {
        deviation = settings.exploration();
    }

    /// An interval is over.
    void note(boolean[] busy) {
        for (int i = 0; i < busy.length; i++) {
            if (busy[i] != wasBusy[i]) {
                restart();
            }
            wasBusy[i] = busy[i];
        }
        deviation = Math.max(settings.explorationFloor(), DECAY * deviation);
    }

    /// Connections with a deviation that is drawn.
    ///
    /// @param lowest no result lies below
    double vary(double n, double lowest) {
        double z = Math.clamp(random.nextGaussian(), -MOST, MOST);
        return Math.max(lowest, n + deviation * z);
    }
}
