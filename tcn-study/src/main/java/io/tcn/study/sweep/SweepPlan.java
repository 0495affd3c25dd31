// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import io.tcn.sim.report.Metric;
import io.tcn.sim.report.Spread;
import io.tcn.sim.report.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a sweep runs, and the table that comes of it.
///
/// @param grid the points
/// @param optimizers by name, in the order asked for
/// @param seeds in the order asked for
record SweepPlan(Grid grid, List<String> optimizers, List<Long> seeds) {
    SweepPlan(Grid grid, Collection<String> optimizers, Collection<Long> seeds) {
        this(grid, List.copyOf(optimizers), List.copyOf(seeds));
    }

    SweepPlan {
        optimizers = List.copyOf(optimizers);
        seeds = List.copyOf(seeds);
    }

    /// One run of a point.
    record Job(Grid.Point point, String optimizer, long seed) {
        String id() {
            return (point.id().isEmpty() ? "" : point.id() + " ") + "optimizer=" + optimizer + " seed=" + seed;
        }
    }

    /// How many runs it has in all.
    int runs() {
        return grid.points().size() * optimizers.size() * seeds.size();
    }

    /// All runs, the seed changing fastest.
    List<Job> jobs() {
        List<Job> jobs = new ArrayList<>();
        for (Grid.Point point : grid.points()) {
            for (String optimizer : optimizers) {
                for (long seed : seeds) {
                    jobs.add(new Job(point, optimizer, seed));
                }
            }
        }
        return jobs;
    }

    /// What comes of the runs, one row per point and optimizer.
    ///
    /// @param figures of a run by its id, null if it has none
    SweepTables tables(Function<String, @Nullable Map<Metric, Double>> figures) {
        List<String> names = new ArrayList<>();
        grid.values().keySet().forEach(parameter -> names.add(parameter.id()));
        names.add("optimizer");
        List<String> shortHeader = new ArrayList<>(names);
        List<String> fullHeader = new ArrayList<>(names);
        for (Metric metric : Metric.values()) {
            shortHeader.add(metric.key());
            fullHeader.addAll(List.of(metric.key(), metric.key() + "Min", metric.key() + "Max"));
        }
        fullHeader.add("seeds");
        List<List<String>> medians = new ArrayList<>();
        List<List<String>> full = new ArrayList<>();
        for (Grid.Point point : grid.points()) {
            for (String optimizer : optimizers) {
                List<String> shown = new ArrayList<>(point.values().values());
                shown.add(optimizer);
                List<String> inFull = new ArrayList<>(shown);
                for (Metric metric : Metric.values()) {
                    Spread spread = spread(figures, point, optimizer, metric);
                    shown.add(metric.format(spread.median()));
                    inFull.addAll(List.of(full(spread.median()), full(spread.min()), full(spread.max())));
                }
                inFull.add(String.valueOf(seeds.size()));
                medians.add(shown);
                full.add(inFull);
            }
        }
        return new SweepTables(
                new Table(shortHeader, medians, names.size()), new Table(fullHeader, full, names.size()));
    }

    /// A number as it is, nothing where there is none.
    private static String full(double value) {
        return Double.isNaN(value) ? "" : String.valueOf(value);
    }

    private Spread spread(
            Function<String, @Nullable Map<Metric, Double>> figures,
            Grid.Point point,
            String optimizer,
            Metric metric) {
        return Spread.of(seeds.stream()
                .mapToDouble(seed -> {
                    Map<Metric, Double> run = figures.apply(new Job(point, optimizer, seed).id());
                    return run == null ? Double.NaN : run.getOrDefault(metric, Double.NaN);
                })
                .toArray());
    }
}
