// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

/// What is known of the packets of a pipe. Counts grow, like [DataPlane#movedBytes]; who asks twice knows what was
/// between.
///
/// @param sentSegments segments with data that were sent and whose loss would be known, those sent again among them
/// @param resentSegments those that were sent again
/// @param rttSeconds the round-trip time as seen last, in seconds; NaN if it is not known now
public record PathCounts(double sentSegments, double resentSegments, double rttSeconds) {
    /// Nothing is known.
    public static final PathCounts NONE = new PathCounts(0, 0, Double.NaN);

    /// The part of the segments sent since an earlier moment that were sent again, 0 to 1; NaN if none was sent.
    public double lossRatioSince(PathCounts earlier) {
        // Counts that have fallen were begun anew.
        boolean fell = sentSegments < earlier.sentSegments || resentSegments < earlier.resentSegments;
        double sent = fell ? sentSegments : sentSegments - earlier.sentSegments;
        double resent = fell ? resentSegments : resentSegments - earlier.resentSegments;
        return sent > 0 ? Math.min(1, resent / sent) : Double.NaN;
    }
}
