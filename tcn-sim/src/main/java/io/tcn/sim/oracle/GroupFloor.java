// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import java.util.List;

/// The least that some pipes shall move together: a guarantee.
///
/// @param pipes indexes of the pipes in the network, each once
/// @param leastBps the guarantee in bit/s, positive
public record GroupFloor(List<Integer> pipes, double leastBps) {
    public GroupFloor {
        pipes = List.copyOf(pipes);
        if (!(leastBps > 0) || Double.isInfinite(leastBps)) {
            throw new IllegalArgumentException("a guarantee must be positive, given was " + leastBps + " bit/s");
        }
    }

    /// What is missing, as a part of the guarantee; 0 when it is kept.
    ///
    /// @param throughputBps per pipe of the network, in bit/s
    public double shortfall(double[] throughputBps) {
        double moved = 0;
        for (int pipe : pipes) {
            moved += throughputBps[pipe];
        }
        return Math.max(0, leastBps - moved) / leastBps;
    }

    /// The same guarantee times a factor, positive.
    public GroupFloor times(double factor) {
        return new GroupFloor(pipes, factor * leastBps);
    }
}
