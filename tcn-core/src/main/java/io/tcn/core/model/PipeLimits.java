// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The range that the number of connections of a pipe keeps to: m and M of the paper.
///
/// A pipe with m = 0 may be served in a part of the control intervals only. One with m = 1 or more is, too, where one
/// of its bounds is less than what m connections carry: bounds come first.
///
/// @param minConnections m, at least 0
/// @param maxConnections M, at least m and at least 1
public record PipeLimits(int minConnections, int maxConnections) {
    /// What a pipe gets that nobody gave limits.
    public static final PipeLimits DEFAULT = new PipeLimits(1, 64);

    public PipeLimits {
        if (minConnections < 0 || maxConnections < Math.max(1, minConnections)) {
            throw new IllegalArgumentException("limits of a pipe must be 0 <= min <= max and 1 <= max, given were min "
                    + minConnections + ", max " + maxConnections);
        }
    }

    /// The nearest number of connections that is not above the limit; below m it is left, for a pipe may be served in a
    /// part of the intervals only.
    public int cap(long connections) {
        return Math.clamp(connections, 0, maxConnections);
    }

    /// The nearest allowed number of connections.
    public int clamp(long connections) {
        return Math.clamp(connections, minConnections, maxConnections);
    }
}
