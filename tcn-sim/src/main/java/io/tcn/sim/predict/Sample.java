// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

/// What a pipe did in one control interval of the past.
///
/// @param agoSeconds how long ago the interval ended, zero or more
/// @param lengthSeconds how long it was, positive
/// @param connections n that was decided at its end
/// @param openConnections connections that were open, in the mean
/// @param throughputBps what was moved, in bit/s
/// @param queued transfers that waited at its end
public record Sample(
        double agoSeconds,
        double lengthSeconds,
        double connections,
        double openConnections,
        double throughputBps,
        double queued) {
    /// Fewer open connections, in the mean over an interval, say little of what one carries.
    static final double LEAST_OPEN = 0.3;

    public Sample {
        if (!(agoSeconds >= 0) || !(lengthSeconds > 0)) {
            throw new IllegalArgumentException("an interval of the past has a length and ended, given were "
                    + lengthSeconds + " s that ended " + agoSeconds + " s ago");
        }
        if (!(connections >= 0) || !(openConnections >= 0) || !(throughputBps >= 0) || !(queued >= 0)) {
            throw new IllegalArgumentException("an interval has zero or more of everything, given were " + connections
                    + " and " + openConnections + " connections, " + throughputBps + " bit/s and " + queued
                    + " queued transfers");
        }
    }

    /// What an open connection carried, in bit/s; 0 where so few were open that it says little.
    double connectionBps() {
        return openConnections < LEAST_OPEN ? 0 : throughputBps / openConnections;
    }
}
