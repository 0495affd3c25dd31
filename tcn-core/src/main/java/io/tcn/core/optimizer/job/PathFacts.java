// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

/// What is known of the path of a job before anything moves.
///
/// @param bandwidthBps nominal capacity of the narrowest link in bit/s, positive
/// @param rttSeconds round trip in seconds, positive
/// @param bufferBytes the largest TCP buffer in bytes, positive
public record PathFacts(double bandwidthBps, double rttSeconds, double bufferBytes) {
    private static final int BITS = 8;

    public PathFacts {
        if (!(bandwidthBps > 0) || !(rttSeconds > 0) || !(bufferBytes > 0)) {
            throw new IllegalArgumentException("bandwidth, round trip and buffer of a path are above zero, given were "
                    + bandwidthBps + " bit/s, " + rttSeconds + " s, " + bufferBytes + " bytes");
        }
    }

    /// Bandwidth times delay, in bytes.
    public double bdpBytes() {
        return bandwidthBps * rttSeconds / BITS;
    }
}
