// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.ResourceId;
import java.util.ArrayList;
import java.util.List;

/// How far what a pipe is seen to move in an interval is off by chance.
///
/// The optimizer acts on what is measured, and where it may rest in several places, errors of 3 % decide where. So a
/// run in which all is measured exactly is none of those that can be; runs with errors like those of the past are,
/// and lie as far apart as they do (docs/benchmarks/what-if.md).
///
/// Taken from neighbouring intervals of a pipe with as many open connections: the median of how far their throughputs
/// lie apart, for a change of the network between them is rare. Where there are enough of them, only those count in
/// which the other pipes of its resources had as many connections too: else what others took away looks like an error.
/// Cost: O(samples times path length, and times its logarithm).
final class MeasuredChance {
    /// Fewer pairs of intervals tell nothing: then there are no errors.
    private static final int LEAST_PAIRS = 20;

    /// Open connections of two intervals are as many if they differ by no more than this part.
    private static final double SAME = 0.02;

    /// Intervals are neighbours if one ended so many of its lengths before the other at most.
    private static final double NEAR = 1.5;

    /// Median of the distance of two normal errors, in standard deviations of one.
    private static final double MEDIAN_DISTANCE = 0.6745 * Math.sqrt(2);

    /// More is not chance.
    private static final double MOST = 0.3;

    private MeasuredChance() {}

    /// Standard deviation of what a pipe is seen to move in an interval, as a part of it; 0 if nothing is known.
    static double of(LiveState state, History history) {
        List<Double> alike = new ArrayList<>();
        List<Double> quiet = new ArrayList<>();
        for (PipeState pipe : state.pipes()) {
            List<ResourceId> path =
                    state.map().pipeResources().getOrDefault(pipe.pipe().id(), List.of());
            List<Sample> samples = pipe.samples();
            for (int i = 1; i < samples.size(); i++) {
                Sample before = samples.get(i - 1);
                Sample after = samples.get(i);
                if (areAlike(before, after)) {
                    double distance = Math.abs(Math.log(after.throughputBps() / before.throughputBps()));
                    alike.add(distance);
                    if (path.stream().allMatch(resource -> isQuiet(history, resource, before, after))) {
                        quiet.add(distance);
                    }
                }
            }
        }
        return quiet.size() >= LEAST_PAIRS ? deviation(quiet) : alike.size() >= LEAST_PAIRS ? deviation(alike) : 0;
    }

    private static double deviation(List<Double> distances) {
        distances.sort(null);
        return Math.min(MOST, distances.get(distances.size() / 2) / MEDIAN_DISTANCE);
    }

    /// Whether as many connections of all pipes went over a resource in both intervals.
    private static boolean isQuiet(History history, ResourceId resource, Sample before, Sample after) {
        History.Load then = history.of(resource).get(history.slotOf(before));
        History.Load later = history.of(resource).get(history.slotOf(after));
        return then != null && later != null && areAsMany(then.connections(), later.connections());
    }

    private static boolean areAsMany(double connections, double others) {
        return Math.abs(connections - others) <= SAME * Math.max(connections, others);
    }

    private static boolean areAlike(Sample before, Sample after) {
        return before.throughputBps() > 0
                && after.throughputBps() > 0
                && areAsMany(before.openConnections(), after.openConnections())
                && before.agoSeconds() - after.agoSeconds() <= NEAR * after.lengthSeconds();
    }
}
