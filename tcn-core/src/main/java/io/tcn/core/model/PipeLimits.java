// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The range that the number of connections of a pipe keeps to: m and M of the paper.
///
/// @param minConnections m, at least 1
/// @param maxConnections M, at least m
public record PipeLimits(int minConnections, int maxConnections) {
    /// What a pipe gets that nobody gave limits.
    public static final PipeLimits DEFAULT = new PipeLimits(1, 64);

    public PipeLimits {
        if (minConnections < 1 || maxConnections < minConnections) {
            throw new IllegalArgumentException("limits of a pipe must be 1 <= min <= max, given were min "
                    + minConnections + ", max " + maxConnections);
        }
    }

    /// The nearest allowed number of connections.
    public int clamp(long connections) {
        return Math.clamp(connections, minConnections, maxConnections);
    }
}
