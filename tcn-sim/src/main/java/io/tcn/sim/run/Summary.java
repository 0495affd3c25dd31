// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// One run in a few numbers. Means over time weigh intervals by their length and look only at intervals in which
/// some pipe was busy.
///
/// @param finishedTransfers transfers that finished
/// @param unfinishedTransfers transfers that did not, for whatever reason
/// @param meanCompletionSeconds mean flow completion time of the finished ones; NaN without any
/// @param maxCompletionSeconds longest flow completion time of the finished ones; NaN without any
/// @param makespanSeconds last finish, or the end of the run if something did not finish
/// @param utilityMean mean of a(T), in bit/s for the sum
/// @param utilityMax highest a(T) of an interval
/// @param utilisationMean mean utilisation of the links in use, 0 to 1
/// @param violationMean mean violation of the bounds
/// @param violationEnd the same over the last quarter of the run
/// @param worstViolationMean mean of the worst violation of a single bound
/// @param connectionsMean mean of the open connections of all pipes together
/// @param connectionsLast the same in the last busy interval
public record Summary(
        long finishedTransfers,
        long unfinishedTransfers,
        double meanCompletionSeconds,
        double maxCompletionSeconds,
        double makespanSeconds,
        double utilityMean,
        double utilityMax,
        double utilisationMean,
        double violationMean,
        double violationEnd,
        double worstViolationMean,
        double connectionsMean,
        double connectionsLast) {
    /// The summary of what was recorded of intervals and all transfers together.
    ///
    /// @param endSeconds when the run ended
    public static Summary of(List<IntervalRecord> intervals, CompletionSummary transfers, double endSeconds) {
        List<IntervalRecord> busy =
                intervals.stream().filter(interval -> interval.busyPipes() > 0).toList();
        List<IntervalRecord> lastQuarter = busy.subList(busy.size() - (busy.size() + 3) / 4, busy.size());
        boolean isComplete = transfers.finished() > 0 && transfers.unfinished() == 0;
        return new Summary(
                transfers.finished(),
                transfers.unfinished(),
                transfers.meanSeconds(),
                transfers.maxSeconds(),
                isComplete ? transfers.lastFinishSeconds() : endSeconds,
                mean(busy, IntervalRecord::utility),
                busy.stream().mapToDouble(IntervalRecord::utility).max().orElse(0),
                mean(busy, IntervalRecord::utilisation),
                mean(busy, IntervalRecord::violation),
                mean(lastQuarter, IntervalRecord::violation),
                mean(busy, IntervalRecord::worstViolation),
                mean(busy, IntervalRecord::totalActiveConnections),
                busy.isEmpty() ? 0 : busy.getLast().totalActiveConnections());
    }

    private static double mean(List<IntervalRecord> intervals, ToDoubleFunction<IntervalRecord> value) {
        double sum = 0;
        double seconds = 0;
        for (IntervalRecord interval : intervals) {
            sum += value.applyAsDouble(interval) * interval.lengthSeconds();
            seconds += interval.lengthSeconds();
        }
        return seconds > 0 ? sum / seconds : 0;
    }
}
