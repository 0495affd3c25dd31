// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The most connections that the pipes of all users together may have between two endpoints (FTS: a link's max
/// active).
///
/// @param pair which endpoints
/// @param maxConnections at least 1
public record PairLimit(Pair pair, int maxConnections) {
    /// From where to where.
    public record Pair(Endpoint source, Endpoint destination) implements Comparable<Pair> {
        /// That of a pipe.
        public static Pair of(Pipe pipe) {
            return new Pair(pipe.source(), pipe.destination());
        }

        @Override
        public int compareTo(Pair other) {
            int bySource = source.compareTo(other.source);
            return bySource != 0 ? bySource : destination.compareTo(other.destination);
        }

        @Override
        public String toString() {
            return source + " to " + destination;
        }
    }

    public PairLimit {
        if (maxConnections < 1) {
            throw new IllegalArgumentException(
                    "the connections of a pair are limited to 1 or more, given was " + maxConnections + " for " + pair);
        }
    }
}
