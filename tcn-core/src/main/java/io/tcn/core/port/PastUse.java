// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeKey;
import java.time.Instant;

/// What a pipe did for some time while it had more to move than connections.
///
/// @param key between which endpoints, and for whom
/// @param connections connections that were open, in the mean; more than 0
/// @param throughputBps what they moved, in bit/s; more than 0
/// @param until when that was seen last
public record PastUse(PipeKey key, double connections, double throughputBps, Instant until) {
    public PastUse {
        if (!(connections > 0)
                || Double.isInfinite(connections)
                || !(throughputBps > 0)
                || Double.isInfinite(throughputBps)) {
            throw new IllegalArgumentException("a past use has more than 0 connections and bit/s, given for "
                    + key.source() + " > " + key.destination() + " were " + connections + " and " + throughputBps);
        }
    }

    /// What one connection moved, in bit/s.
    public double perConnectionBps() {
        return throughputBps / connections;
    }

    /// How much this tells of a pipe.
    public Likeness likenessTo(Pipe pipe) {
        if (!key.source().equals(pipe.source()) || !key.destination().equals(pipe.destination())) {
            return Likeness.NONE;
        }
        return key.user().equals(pipe.user()) ? Likeness.SAME : Likeness.SAME_ENDPOINTS;
    }

    /// How like two pipes are, the most first.
    public enum Likeness {
        /// The same pipe.
        SAME,
        /// The same endpoints, for another user.
        SAME_ENDPOINTS,
        /// Other endpoints: what they have in common tells nothing of connections (docs/benchmarks/warm.md).
        NONE
    }
}
