// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

/// What a user is guaranteed on a resource, and what the open connections of the user's pipes carry there. Pipes of a
/// guarantee that is not reached yet come first where connections are given. Mutable; owned by the dispatch loop.
final class GuaranteeFloor {
    private final double minBps;
    private double carriedBps;

    /// @param minBps in bit/s, positive
    GuaranteeFloor(double minBps) {
        this.minBps = minBps;
    }

    boolean isLacking() {
        return carriedBps < minBps;
    }

    void changed(PipeUsage usage, int connections) {
        carriedBps = Math.max(0, carriedBps + connections * usage.rate().bps());
    }

    /// Begins to count anew.
    void clear() {
        carriedBps = 0;
    }
}
