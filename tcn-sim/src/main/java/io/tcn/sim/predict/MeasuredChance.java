// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import java.util.ArrayList;
import java.util.List;

/// How far what a pipe is seen to move in an interval is off by chance.
///
/// The optimizer acts on what is measured, and where it may rest in several places, errors of 3 % decide where. So a
/// run in which all is measured exactly is none of those that can be; runs with errors like those of the past are,
/// and lie as far apart as they do (docs/benchmarks/what-if.md).
///
/// Taken from neighbouring intervals of a pipe with as many open connections: the median of how far their throughputs
/// lie apart, for a change of the network between them is rare. Cost: O(samples log samples).
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

    private static final boolean PATHS = Boolean.parseBoolean(System.getProperty("paths", "true"));
    private static final double SAMEPATH = Double.parseDouble(System.getProperty("samepath", "0.02"));

    /// Standard deviation of what a pipe is seen to move in an interval, as a part of it; 0 if nothing is known.
    static double of(LiveState state) {
        if (PATHS) {
            double strict = of(state, true);
            if (strict > 0) {
                return strict;
            }
        }
        return of(state, false);
    }

    private static boolean samePath(LiveState state, History history, PipeState pipe, Sample before, Sample after) {
        for (var id : state.map().pipeResources().getOrDefault(pipe.pipe().id(), List.of())) {
            History.Load a = history.of(id).get(history.slotOf(before));
            History.Load b = history.of(id).get(history.slotOf(after));
            if (a == null
                    || b == null
                    || Math.abs(a.connections() - b.connections())
                            > SAMEPATH * Math.max(a.connections(), b.connections())) {
                return false;
            }
        }
        return true;
    }

    private static double of(LiveState state, boolean strict) {
        History history = new History(state);
        List<Double> distances = new ArrayList<>();
        for (PipeState pipe : state.pipes()) {
            List<Sample> samples = pipe.samples();
            for (int i = 1; i < samples.size(); i++) {
                Sample before = samples.get(i - 1);
                Sample after = samples.get(i);
                if (areAlike(before, after) && (!strict || samePath(state, history, pipe, before, after))) {
                    distances.add(Math.abs(Math.log(after.throughputBps() / before.throughputBps())));
                }
            }
        }
        if (distances.size() < LEAST_PAIRS) {
            return 0;
        }
        distances.sort(null);
        return Math.min(MOST, distances.get(distances.size() / 2) / MEDIAN_DISTANCE);
    }

    private static boolean areAlike(Sample before, Sample after) {
        double open = Math.max(before.openConnections(), after.openConnections());
        return before.throughputBps() > 0
                && after.throughputBps() > 0
                && Math.abs(after.openConnections() - before.openConnections()) <= SAME * open
                && before.agoSeconds() - after.agoSeconds() <= NEAR * after.lengthSeconds();
    }
}
