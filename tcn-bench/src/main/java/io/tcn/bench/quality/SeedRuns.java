// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.dispatch.BoundSettings;
import io.tcn.sim.oracle.Optimum;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// All contestants in one member of a family. What the journal has is not run again.
final class SeedRuns {
    /// The optimum in each interval; filled once.
    private static final class Optimal {
        final double[] totalBps;
        final double[] ceilingBps;
        final double[] connections;
        double excess;

        Optimal(int intervals) {
            this.totalBps = new double[intervals];
            this.ceilingBps = new double[intervals];
            this.connections = new double[intervals];
        }
    }

    private final Family family;
    private final long seed;
    private final int intervals;
    private final BoundSettings bounds;
    private final Contestants contestants;
    private final Optima optima;
    private final RunJournal journal;

    /// @param bounds how bounds are kept where transfers start
    SeedRuns(
            Family family,
            long seed,
            int intervals,
            BoundSettings bounds,
            Contestants contestants,
            Optima optima,
            RunJournal journal) {
        this.family = family;
        this.seed = seed;
        this.intervals = intervals;
        this.bounds = bounds;
        this.contestants = contestants;
        this.optima = optima;
        this.journal = journal;
    }

    /// Runs what is missing.
    SeedResult run(Countdown countdown) {
        World world = family.world(seed, intervals);
        SeedResult known = journal.optimumOf(family, seed);
        @Nullable Optimal optimal = null;
        Map<String, RunFigures> figures = new LinkedHashMap<>();
        for (Map.Entry<String, Contestants.Contestant> entry :
                contestants.runs().entrySet()) {
            RunFigures found = known == null ? null : journal.find(family, seed, entry.getKey());
            if (found == null) {
                if (optimal == null) {
                    optimal = optimal(world);
                }
                found = run(world, entry.getKey(), entry.getValue(), optimal);
                journal.add(family, seed, entry.getKey(), found);
            }
            figures.put(entry.getKey(), found);
            countdown.done();
        }
        if (optimal == null && known != null) {
            return new SeedResult(
                    seed, known.optimumBps(), known.ceilingBps(), known.connections(), known.excess(), figures);
        }
        Optimal all = optimal == null ? optimal(world) : optimal;
        SeedResult result = new SeedResult(
                seed, mean(all.totalBps), mean(all.ceilingBps), mean(all.connections), all.excess, figures);
        journal.addOptimum(family, result);
        return result;
    }

    private Optimal optimal(World world) {
        Optimal all = new Optimal(intervals);
        for (int k = 0; k < intervals; k++) {
            Optimum optimum = optima.of(family, seed, world, k + 1);
            all.totalBps[k] = optimum.totalBps();
            all.ceilingBps[k] = optimum.ceilingBps();
            all.connections[k] = optimum.totalConnections();
            all.excess = Math.max(all.excess, optimum.excess());
        }
        return all;
    }

    private RunFigures run(World world, String name, Contestants.Contestant contestant, Optimal optimal) {
        IntFunction<Optimum> optimumOfInterval = interval -> optima.of(family, seed, world, interval);
        Trace trace = new QualityRun(
                        world,
                        random -> contestant.create(world, optimumOfInterval, random),
                        family.backlog(contestants.needsQueue(name)),
                        bounds,
                        seed,
                        intervals)
                .run();
        return RunFigures.of(
                trace,
                optimal.totalBps,
                optimal.connections,
                family.changeAfter(),
                !world.bounds().isEmpty());
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
