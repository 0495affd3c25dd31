// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The most connections that the pipes of all users together may have between two endpoints (FTS: a link's max
/// active).
///
/// @param pair which endpoints
/// @param maxConnections at least 1
public record PairLimit(EndpointPair pair, int maxConnections) {
    public PairLimit {
        if (maxConnections < 1) {
            throw new IllegalArgumentException(
                    "the connections of a pair are limited to 1 or more, given was " + maxConnections + " for " + pair);
        }
    }
}
