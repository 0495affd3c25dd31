// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import java.util.List;

/// What a resource carries at each number of connections, where the paper's deterioration does not describe it:
/// the rise, plateau and decline of a storage over its threads. Between two points it is a straight line, before
/// the first point the line from the origin, after the last point it stays flat.
///
/// @param points at least one, by rising connections
public record CapacityCurve(List<Point> points) {
    /// One measured point.
    ///
    /// @param connections how many connections are open, positive
    /// @param bps what they carry together, in bit/s, zero or more and finite
    public record Point(double connections, double bps) {
        public Point {
            if (!(connections > 0) || Double.isInfinite(connections) || !(bps >= 0) || Double.isInfinite(bps)) {
                throw new IllegalArgumentException("a point of a capacity curve has positive connections and zero or"
                        + " more bit/s, given were " + connections + " and " + bps);
            }
        }
    }

    public CapacityCurve {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a capacity curve needs at least one point");
        }
        for (int i = 1; i < points.size(); i++) {
            if (!(points.get(i).connections() > points.get(i - 1).connections())) {
                throw new IllegalArgumentException("the connections of a capacity curve must rise, given were "
                        + points.get(i - 1).connections() + " and then "
                        + points.get(i).connections());
            }
        }
    }

    /// What the resource carries, in bit/s.
    public double capacityBps(double connections) {
        double fromConnections = 0;
        double fromBps = 0;
        for (Point to : points) {
            if (connections < to.connections()) {
                // Connections rise: the divisor is positive.
                double part = (connections - fromConnections) / (to.connections() - fromConnections);
                return fromBps + part * (to.bps() - fromBps);
            }
            fromConnections = to.connections();
            fromBps = to.bps();
        }
        return fromBps;
    }
}
