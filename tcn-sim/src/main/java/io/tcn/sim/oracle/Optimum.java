// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import java.util.List;

/// The best that was found for a situation, and what nobody can exceed.
///
/// @param connections n per active pipe, real numbers within the limits
/// @param throughputBps T per active pipe with this n, in bit/s
/// @param totalBps the sum of T: reached by this n, all bounds kept
/// @param ceilingBps optimum of the linear program: no n, and no alternation between several, moves more
/// @param excess largest excess over a bound, as a part of it; above 0 only where no n that keeps all was found
public record Optimum(
        List<Double> connections, List<Double> throughputBps, double totalBps, double ceilingBps, double excess) {
    public Optimum {
        connections = List.copyOf(connections);
        throughputBps = List.copyOf(throughputBps);
    }

    /// What lies between the reached and the ceiling, as a part of the ceiling: the real optimum is in between.
    public double gap() {
        return ceilingBps > 0 ? 1 - totalBps / ceilingBps : 0;
    }

    /// Connections of all pipes together.
    public double totalConnections() {
        return connections.stream().mapToDouble(Double::doubleValue).sum();
    }
}
