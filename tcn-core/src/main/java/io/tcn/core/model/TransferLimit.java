// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// What some transfers may have together, wherever they go: the word of an issuer, in the token with which they were
/// submitted, or the rate that a job asks for. It never changes; a token that says something else makes another limit.
///
/// @param id its number
/// @param holder whose token or job it is, in words
/// @param maxBps the most that they move together, in bit/s, positive; infinite if that has no limit
/// @param maxConnections the most connections that they have together, at least 1; [#UNLIMITED] if they have no limit
/// @param wanted whether the throughput is also what they should have: a rate, no less and no more
public record TransferLimit(LimitId id, String holder, double maxBps, int maxConnections, boolean wanted) {
    /// As many connections as there may be.
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public TransferLimit {
        if (!(maxBps > 0)) {
            throw new IllegalArgumentException(
                    "a limit of throughput must be more than 0 bit/s, given was " + maxBps + " for " + holder);
        }
        if (maxConnections < 1) {
            throw new IllegalArgumentException(
                    "a limit of connections must be 1 or more, given was " + maxConnections + " for " + holder);
        }
        if (wanted && Double.isInfinite(maxBps)) {
            throw new IllegalArgumentException("a rate that is wanted is a number, none was given for " + holder);
        }
    }

    /// A limit, which nobody has to reach.
    public TransferLimit(LimitId id, String holder, double maxBps, int maxConnections) {
        this(id, holder, maxBps, maxConnections, false);
    }

    /// A rate that transfers should have.
    public static TransferLimit rate(LimitId id, String holder, double bps) {
        return new TransferLimit(id, holder, bps, UNLIMITED, true);
    }

    /// Whether the throughput has a limit.
    public boolean limitsThroughput() {
        return maxBps < Double.POSITIVE_INFINITY;
    }

    /// Whether the connections have a limit.
    public boolean limitsConnections() {
        return maxConnections != UNLIMITED;
    }
}
