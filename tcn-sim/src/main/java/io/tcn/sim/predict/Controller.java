// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.optimizer.OptimizerFactory;

/// The control loop that is in force.
///
/// @param optimizer makes optimizers like the one in force
/// @param settings interval and samples
/// @param bounds how bounds are kept where transfers start
public record Controller(OptimizerFactory optimizer, ControlSettings settings, BoundSettings bounds) {
    /// The interval in seconds, positive.
    double intervalSeconds() {
        return settings.interval().toNanos() / 1e9;
    }
}
