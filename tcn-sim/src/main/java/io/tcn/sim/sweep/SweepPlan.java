// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.sweep;

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

    /// Medians over the seeds, one row per point and optimizer.
    ///
    /// @param figures of a run by its id, null if it has none
    Table table(Function<String, @Nullable Map<Metric, Double>> figures) {
        List<String> header = new ArrayList<>();
        grid.values().keySet().forEach(parameter -> header.add(parameter.id()));
        header.add("optimizer");
        for (Metric metric : Metric.values()) {
            header.add(metric.key());
        }
        List<List<String>> rows = new ArrayList<>();
        for (Grid.Point point : grid.points()) {
            for (String optimizer : optimizers) {
                List<String> row = new ArrayList<>(point.values().values());
                row.add(optimizer);
                for (Metric metric : Metric.values()) {
                    row.add(metric.format(median(figures, point, optimizer, metric)));
                }
                rows.add(row);
            }
        }
        return new Table(header, rows, grid.values().size() + 1);
    }

    private double median(
            Function<String, @Nullable Map<Metric, Double>> figures,
            Grid.Point point,
            String optimizer,
            Metric metric) {
        return Spread.of(seeds.stream()
                        .mapToDouble(seed -> {
                            Map<Metric, Double> run = figures.apply(new Job(point, optimizer, seed).id());
                            return run == null ? Double.NaN : run.getOrDefault(metric, Double.NaN);
                        })
                        .toArray())
                .median();
    }
}
