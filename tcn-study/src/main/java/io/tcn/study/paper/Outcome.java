// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.sim.run.IntervalRecord;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.TransferRecord;
import java.util.List;

/// What a task gave, as far as claims and figures look at it.
///
/// @param fctMeanSeconds mean flow completion time; what did not finish counts with the end of the run
/// @param fctMaxSeconds the longest
/// @param unfinished transfers that did not finish
/// @param utilisation carried over capacity of the links in use, mean over the run, 0 to 1
/// @param meanUtilityBps mean of a(T) from the start to the last finish
/// @param settledUtilityBps mean of a(T) over the last quarter of the run
/// @param violation mean excess over all bounds, as a part of their sum
/// @param completionSeconds completion times, rising
/// @param utilityBps a(T) of every interval
record Outcome(
        double fctMeanSeconds,
        double fctMaxSeconds,
        long unfinished,
        double utilisation,
        double meanUtilityBps,
        double settledUtilityBps,
        double violation,
        List<Double> completionSeconds,
        List<Double> utilityBps) {
    /// Intervals over which a level must be held to count as reached.
    private static final int HELD = 10;

    Outcome {
        completionSeconds = List.copyOf(completionSeconds);
        utilityBps = List.copyOf(utilityBps);
    }

    static Outcome of(SimulationResult run) {
        List<Double> completions = run.transfers().stream()
                .map(transfer -> completion(transfer, run.endSeconds()))
                .sorted()
                .toList();
        List<IntervalRecord> intervals = run.intervals();
        List<IntervalRecord> last = intervals.subList(intervals.size() - (intervals.size() + 3) / 4, intervals.size());
        return new Outcome(
                completions.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN),
                completions.isEmpty() ? Double.NaN : completions.getLast(),
                run.summary().unfinishedTransfers(),
                run.summary().utilisationMean(),
                8.0 * run.movedBytes() / run.summary().makespanSeconds(),
                mean(last),
                run.summary().violationMean(),
                completions,
                run.transfers().isEmpty()
                        ? intervals.stream().map(IntervalRecord::utility).toList()
                        : List.of());
    }

    private static double completion(TransferRecord transfer, double endSeconds) {
        return transfer.completionSeconds().orElse(endSeconds - transfer.arrivalSeconds());
    }

    private static double mean(List<IntervalRecord> intervals) {
        double sum = 0;
        double seconds = 0;
        for (IntervalRecord interval : intervals) {
            sum += interval.utility() * interval.lengthSeconds();
            seconds += interval.lengthSeconds();
        }
        return seconds > 0 ? sum / seconds : Double.NaN;
    }

    /// The interval, from 1, at which the utility first reaches a level and holds it on average over the next
    /// ten intervals; the number of all intervals if it never does.
    int intervalsTo(double levelBps) {
        for (int first = 0; first + HELD <= utilityBps.size(); first++) {
            double sum = 0;
            for (int k = first; k < first + HELD; k++) {
                sum += utilityBps.get(k);
            }
            if (utilityBps.get(first) >= levelBps && sum >= HELD * levelBps) {
                return first + 1;
            }
        }
        return utilityBps.size();
    }
}
