// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

import io.tcn.core.model.PipeLimits;

/// How many connections a tuner of a job may choose: what the limits of a pipe allow, but one at least.
///
/// @param least one or more
/// @param most not below it
public record ConnectionRange(int least, int most) {
    /// The range of some limits.
    public static ConnectionRange of(PipeLimits limits) {
        int least = Math.max(1, limits.minConnections());
        return new ConnectionRange(least, Math.max(least, limits.maxConnections()));
    }

    /// The n of the range that is nearest.
    public int clamp(int connections) {
        return Math.clamp(connections, least, most);
    }
}
