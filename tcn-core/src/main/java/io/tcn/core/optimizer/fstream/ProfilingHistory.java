// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/// Historical analysis (FStream++, section 3.2): what profiling has seen in the last [#KEPT_SECONDS], to tell
/// which concurrency brings a throughput that was never tried.
///
/// Of the reports for one concurrency those whose z-score is beyond 1 are discarded; the mean of the others
/// stands for it, and a line `t = a x(cc) + b` is fitted through the means by least squares.
final class ProfilingHistory {
    static final double KEPT_SECONDS = 600;
    private static final double OUTLIER = 1;

    private record Report(double seconds, int concurrency, double throughputBps) {}

    private final Deque<Report> reports = new ArrayDeque<>();

    void add(double seconds, int concurrency, double throughputBps) {
        reports.addLast(new Report(seconds, concurrency, throughputBps));
        while (reports.getFirst().seconds() < seconds - KEPT_SECONDS) {
            reports.removeFirst();
        }
    }

    /// The concurrency of which throughput was nearest to a target and within a tolerance: FStream's
    /// match-action.
    OptionalInt match(double targetBps, double tolerance) {
        OptionalInt found = OptionalInt.empty();
        double nearest = tolerance * targetBps;
        for (var mean : means().entrySet()) {
            double off = Math.abs(mean.getValue() - targetBps);
            if (off <= nearest) {
                nearest = off;
                found = OptionalInt.of(mean.getKey());
            }
        }
        return found;
    }

    /// The concurrency that brings a throughput by a model; empty with fewer than two concurrencies seen, or
    /// where the fitted line says that more of them bring less or that none suffices.
    OptionalInt predict(double targetBps, ThroughputModel model, int most) {
        SortedMap<Integer, Double> means = means();
        if (means.size() < 2) {
            return OptionalInt.empty();
        }
        SimpleRegression line = new SimpleRegression();
        means.forEach((concurrency, bps) -> line.addData(model.of(concurrency), bps));
        double slope = line.getSlope();
        boolean rises = model == ThroughputModel.INVERSE ? slope < 0 : slope > 0;
        double x = (targetBps - line.getIntercept()) / slope;
        if (!rises || !Double.isFinite(x)) {
            return OptionalInt.empty();
        }
        if (model == ThroughputModel.INVERSE && x <= 0) {
            // Beyond what the model can reach.
            return OptionalInt.empty();
        }
        return OptionalInt.of((int) Math.clamp(Math.round(model.concurrencyOf(Math.max(0, x))), 1L, (long) most));
    }

    private SortedMap<Integer, Double> means() {
        SortedMap<Integer, List<Double>> byConcurrency = new TreeMap<>();
        for (Report report : reports) {
            byConcurrency
                    .computeIfAbsent(report.concurrency(), fresh -> new ArrayList<>())
                    .add(report.throughputBps());
        }
        SortedMap<Integer, Double> means = new TreeMap<>();
        byConcurrency.forEach((concurrency, seen) -> means.put(concurrency, meanWithoutOutliers(seen)));
        return means;
    }

    static double meanWithoutOutliers(List<Double> values) {
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        double deviation = Math.sqrt(values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .average()
                .orElse(0));
        return values.stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> Math.abs(value - mean) <= OUTLIER * deviation)
                .average()
                .orElse(mean);
    }
}
