// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import java.util.ArrayList;
import java.util.List;

/// What was recorded of one control interval, or of several in a row in very long runs: then values are means over
/// time, but for the two counts at the end, which are the last and the most. Lists have one entry per pipe, in the
/// order of the pipes' names.
///
/// @param endSeconds when it ended, in virtual seconds
/// @param lengthSeconds how long it was
/// @param throughputBps T: what each pipe moved, in bit/s
/// @param connections n: what was decided for the interval
/// @param activeConnections connections that were open, averaged over the interval
/// @param utility a(T)
/// @param objective utility less penalties
/// @param violation excess over all bounds, as a part of the sum of the bounds; 0 without bounds
/// @param worstViolation the largest excess over a bound, as a part of that bound; 0 if all are kept
/// @param utilisation carried over capacity, averaged over the links that busy pipes use; 0 if no pipe was busy
/// @param queuedTransfers transfers that waited for a connection at its end
/// @param busyPipes pipes that had something to move
public record IntervalRecord(
        double endSeconds,
        double lengthSeconds,
        List<Double> throughputBps,
        List<Integer> connections,
        List<Double> activeConnections,
        double utility,
        double objective,
        double violation,
        double worstViolation,
        double utilisation,
        int queuedTransfers,
        int busyPipes) {
    public IntervalRecord {
        throughputBps = List.copyOf(throughputBps);
        connections = List.copyOf(connections);
        activeConnections = List.copyOf(activeConnections);
    }

    /// What all pipes moved together, in bit/s.
    public double totalThroughputBps() {
        return throughputBps.stream().mapToDouble(Double::doubleValue).sum();
    }

    /// Connections of all pipes together that were open, averaged over the interval.
    public double totalActiveConnections() {
        return activeConnections.stream().mapToDouble(Double::doubleValue).sum();
    }

    /// Connections decided for all pipes together, idle ones included.
    public int totalConnections() {
        return connections.stream().mapToInt(Integer::intValue).sum();
    }

    /// This interval and the next one as one.
    IntervalRecord mergedWith(IntervalRecord next) {
        double length = lengthSeconds + next.lengthSeconds;
        // Intervals have a length, so the divisor is positive; without one both count alike.
        double part = length > 0 ? lengthSeconds / length : 0.5;
        List<Double> throughput = new ArrayList<>();
        List<Integer> decided = new ArrayList<>();
        List<Double> active = new ArrayList<>();
        for (int i = 0; i < connections.size(); i++) {
            throughput.add(mean(part, throughputBps.get(i), next.throughputBps.get(i)));
            decided.add((int) Math.rint(mean(part, connections.get(i), next.connections.get(i))));
            active.add(mean(part, activeConnections.get(i), next.activeConnections.get(i)));
        }
        return new IntervalRecord(
                next.endSeconds,
                length,
                throughput,
                decided,
                active,
                mean(part, utility, next.utility),
                mean(part, objective, next.objective),
                mean(part, violation, next.violation),
                mean(part, worstViolation, next.worstViolation),
                mean(part, utilisation, next.utilisation),
                next.queuedTransfers,
                Math.max(busyPipes, next.busyPipes));
    }

    private static double mean(double part, double first, double second) {
        return part * first + (1 - part) * second;
    }
}
