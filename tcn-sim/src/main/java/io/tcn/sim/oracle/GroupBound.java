// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import java.util.List;

/// The most that some pipes may move together.
///
/// @param pipes indexes of the pipes in the network, each once
/// @param limitBps the limit in bit/s, positive
public record GroupBound(List<Integer> pipes, double limitBps) {
    public GroupBound {
        pipes = List.copyOf(pipes);
        if (!(limitBps > 0)) {
            throw new IllegalArgumentException("a bound must be positive, given was " + limitBps + " bit/s");
        }
    }

    /// By how much the limit is exceeded, as a part of it; 0 when it is kept.
    ///
    /// @param throughputBps per pipe of the network, in bit/s
    public double excess(double[] throughputBps) {
        double used = 0;
        for (int pipe : pipes) {
            used += throughputBps[pipe];
        }
        return Math.max(0, used - limitBps) / limitBps;
    }
}
