// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.report.Figure;
import io.tcn.bench.report.Median;
import io.tcn.core.memory.PastUses;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.catalog.KnownPast;
import io.tcn.core.optimizer.start.FirstConnections;
import io.tcn.core.optimizer.start.WarmStart;
import io.tcn.core.port.PastUse;
import io.tcn.core.port.SettingHistory;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.oracle.GroupBound;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.scenario.HyperParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// What a history of pipes is worth: how soon a pipe that is new among others has what it has in the end, and how
/// soon all have it together after a restart, without a history, with a true one, and with ones that are old, foreign
/// or wrong. `tcn` with the server's utility, in the families of `control` that are most unlike.
///
/// Settled is what the same pipes moved on average over the last 40 of 100 intervals of a run in which all were there
/// from the start; the history is what was open and moved then.
public final class WarmStartBenchmark implements Benchmark {
    private static final List<String> FAMILIES =
            List.of("plain", "one-link", "link-3", "noise-10", "knee-40-2", "hidden", "wrong", "bounds", "files");
    private static final int SETTLED_FROM = 60;
    private static final int INTERVALS = 100;
    private static final int JOINS = 41;
    private static final int LOOKED_AT = 40;
    private static final int EARLY = 10;
    /// A bound is a mean over a minute.
    private static final int WINDOW = 6;
    private static final double REACHED = 0.9;
    /// When runs begin.
    private static final Instant START = new Engine().now();

    private static final int SEEDS = 20;
    private static final int QUICK_SEEDS = 3;

    /// What the history is like.
    private enum Told {
        NOTHING("none"),
        TRUE("of the pipe itself"),
        OTHER_USER("of another user's pipe"),
        OLD("of the pipe, 30 days old"),
        TWICE("of the pipe, twice too many"),
        FOUR_TIMES("of the pipe, four times too many"),
        A_QUARTER("of the pipe, a quarter of it");

        private final String words;

        Told(String words) {
            this.words = words;
        }
    }

    /// One pair of runs.
    ///
    /// @param joined intervals until the newcomer moves 90 % of what it settles at; infinite if not within 40
    /// @param early what all move in the first ten intervals with the newcomer, over what they settle at
    /// @param restarted intervals until all together move 90 % of what they settle at after a start
    /// @param excess how far a bound is broken at most in a minute, as a part of it
    private record Outcome(double joined, double early, double restarted, double excess) {}

    @Override
    public String name() {
        return "warm";
    }

    @Override
    public String question() {
        return "How much sooner has a new pipe its connections if the server remembers pipes like it?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws InterruptedException {
        int seeds = settings.quick() ? QUICK_SEEDS : SEEDS;
        return measure(FAMILIES, seeds, settings.quality().threads(), progress);
    }

    static BenchResult measure(List<String> families, int seeds, int threads, Progress progress)
            throws InterruptedException {
        List<RealFamily> chosen = RealFamily.ALL.stream()
                .filter(family -> families.contains(family.name()))
                .toList();
        Countdown countdown = new Countdown((long) chosen.size() * seeds, progress);
        Map<String, Map<Told, List<Outcome>>> outcomes = new LinkedHashMap<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            Map<String, List<Future<Map<Told, Outcome>>>> pending = new LinkedHashMap<>();
            for (RealFamily family : chosen) {
                List<Future<Map<Told, Outcome>>> runs = new ArrayList<>();
                for (long seed = 1; seed <= seeds; seed++) {
                    long of = seed;
                    runs.add(workers.submit(() -> {
                        Map<Told, Outcome> done = runs(family, of);
                        countdown.done();
                        return done;
                    }));
                }
                pending.put(family.name(), runs);
            }
            for (Map.Entry<String, List<Future<Map<Told, Outcome>>>> entry : pending.entrySet()) {
                Map<Told, List<Outcome>> of = new LinkedHashMap<>();
                for (Future<Map<Told, Outcome>> run : entry.getValue()) {
                    run.get()
                            .forEach((told, outcome) -> of.computeIfAbsent(told, first -> new ArrayList<>())
                                    .add(outcome));
                }
                outcomes.put(entry.getKey(), of);
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a run failed, which is a defect", failed.getCause());
        }
        return report(outcomes, seeds);
    }

    private static Map<Told, Outcome> runs(RealFamily family, long seed) {
        World world = family.world(seed, INTERVALS);
        int late = (int) (seed % world.pipes().size());
        Backlog backlog = family.backlog(false);
        NewcomerRun.Course past =
                new NewcomerRun(world, factory(FirstConnections.AS_SET)::create, backlog, -1, 1, INTERVALS, seed).run();
        double[] settledBps = meanOf(past.movedBps);
        double[] connections = meanOf(past.connections);
        Map<Told, Outcome> outcomes = new LinkedHashMap<>();
        for (Told told : Told.values()) {
            FirstConnections first = first(told, world, settledBps, connections);
            NewcomerRun.Course joined =
                    new NewcomerRun(world, factory(first)::create, backlog, late, JOINS, JOINS + LOOKED_AT, seed).run();
            NewcomerRun.Course restarted =
                    new NewcomerRun(world, factory(first)::create, backlog, -1, 1, LOOKED_AT, seed).run();
            outcomes.put(told, outcome(world, late, settledBps, joined, restarted));
        }
        return outcomes;
    }

    private static OptimizerFactory factory(FirstConnections first) {
        return new OptimizerRegistry(
                        Utilities.byName("proportional"),
                        HyperParameters.USUAL,
                        new KnownPast(first, SettingHistory.NONE))
                .find("tcn")
                .orElseThrow()
                .factory();
    }

    private static double[] meanOf(double[][] course) {
        double[] mean = new double[course[0].length];
        for (int k = SETTLED_FROM; k < INTERVALS; k++) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += course[k][i] / (INTERVALS - SETTLED_FROM);
            }
        }
        return mean;
    }

    private static FirstConnections first(Told told, World world, double[] settledBps, double[] connections) {
        if (told == Told.NOTHING) {
            return FirstConnections.AS_SET;
        }
        List<PastUse> uses = new ArrayList<>();
        Instant until = START.minus(told == Told.OLD ? Duration.ofDays(30) : Duration.ofHours(1));
        double times = switch (told) {
            case TWICE -> 2;
            case FOUR_TIMES -> 4;
            case A_QUARTER -> 0.25;
            case NOTHING, TRUE, OTHER_USER, OLD -> 1;
        };
        for (int i = 0; i < settledBps.length; i++) {
            Pipe pipe = world.pipes().get(i);
            if (settledBps[i] > 0 && connections[i] > 0) {
                PipeKey key = switch (told) {
                    case OTHER_USER -> new PipeKey(pipe.source(), pipe.destination(), UserId.of("another"));
                    case NOTHING, TRUE, OLD, TWICE, FOUR_TIMES, A_QUARTER -> pipe.key();
                };
                uses.add(new PastUse(key, times * connections[i], settledBps[i], until));
            }
        }
        return new WarmStart(new PastUses(uses));
    }

    private static Outcome outcome(
            World world, int late, double[] settledBps, NewcomerRun.Course joined, NewcomerRun.Course restarted) {
        double settled = Arrays.stream(settledBps).sum();
        double early = 0;
        for (int k = 0; k < EARLY; k++) {
            // Something moves in every world.
            early += joined.totalBps(JOINS - 1 + k) / settled / EARLY;
        }
        double toJoin = Double.POSITIVE_INFINITY;
        double toRestart = Double.POSITIVE_INFINITY;
        for (int k = LOOKED_AT - 1; k >= 0; k--) {
            if (joined.movedBps[JOINS - 1 + k][late] >= REACHED * settledBps[late]) {
                toJoin = k + 1.0;
            }
            if (restarted.totalBps(k) >= REACHED * settled) {
                toRestart = k + 1.0;
            }
        }
        double excess = 0;
        for (GroupBound bound : world.bounds()) {
            excess = Math.max(excess, worst(bound, joined.movedBps, JOINS - 1));
            excess = Math.max(excess, worst(bound, restarted.movedBps, 0));
        }
        return new Outcome(toJoin, early, toRestart, excess);
    }

    /// The most that a minute exceeds a bound, as a part of it.
    private static double worst(GroupBound bound, double[][] movedBps, int from) {
        double worst = 0;
        for (int first = from; first + WINDOW <= movedBps.length; first++) {
            double[] mean = new double[movedBps[first].length];
            for (int k = first; k < first + WINDOW; k++) {
                for (int i = 0; i < mean.length; i++) {
                    mean[i] += movedBps[k][i] / WINDOW;
                }
            }
            worst = Math.max(worst, bound.excess(mean));
        }
        return worst;
    }

    private static BenchResult report(Map<String, Map<Told, List<Outcome>>> outcomes, int seeds) {
        List<Figure> figures = new ArrayList<>();
        List<String> table = new ArrayList<>();
        List<Object> details = new ArrayList<>();
        table.add(
                "tcn, proportional; medians and the 90th of a hundred over " + seeds
                        + " seeds; intervals from a pipe's first connections, or from the start, to 90 % of what is settled at");
        table.add("");
        table.add("| family | history | new pipe | 90th | all in its first ten, over settled | restart | 90th | bounds"
                + " broken by at most %, a minute |");
        table.add("|---|---|---:|---:|---:|---:|---:|---:|");
        outcomes.forEach((family, of) -> of.forEach((told, runs) -> {
            double[] joined =
                    runs.stream().mapToDouble(Outcome::joined).sorted().toArray();
            double[] restarted =
                    runs.stream().mapToDouble(Outcome::restarted).sorted().toArray();
            double early = Median.of(runs.stream().mapToDouble(Outcome::early).toArray());
            double excess = runs.stream().mapToDouble(Outcome::excess).max().orElse(0);
            table.add(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %.3f | %s | %s | %.1f |",
                    family,
                    told.words,
                    words(Median.of(joined)),
                    words(ninetieth(joined)),
                    early,
                    words(Median.of(restarted)),
                    words(ninetieth(restarted)),
                    100 * excess));
            String what = family + ", history " + told.words;
            if (Double.isFinite(Median.of(joined))) {
                figures.add(Figure.of(what + ": new pipe to 90 %", Median.of(joined), "intervals"));
            }
            figures.add(Figure.of(what + ": all in its first ten", early, "of settled"));
            if (Double.isFinite(Median.of(restarted))) {
                figures.add(Figure.of(what + ": restart to 90 %", Median.of(restarted), "intervals"));
            }
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("family", family);
            json.put("history", told.words);
            json.put("joined", words(joined));
            json.put("restarted", words(restarted));
            details.add(json);
        }));
        return new BenchResult(figures, table, Map.of("runs", details));
    }

    private static double ninetieth(double[] sorted) {
        return sorted[(int) Math.ceil(0.9 * sorted.length) - 1];
    }

    private static String words(double intervals) {
        return Double.isInfinite(intervals) ? "more" : String.format(Locale.ROOT, "%.0f", intervals);
    }

    private static List<String> words(double[] intervals) {
        return Arrays.stream(intervals).mapToObj(WarmStartBenchmark::words).toList();
    }
}
