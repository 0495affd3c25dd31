// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.Benchmark;
import io.tcn.bench.QualitySettings;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import io.tcn.sim.run.OptimizerRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Looks for the world in which an optimizer is worst: an evolution of [WorldTraits] and seeds. The worst worlds so far
/// live on; each round changes one or two traits of some of them, or their seed, or brings a new one. How much a world
/// counts is in [AttackScore]. An optimizer of another utility than the sum meets only worlds that have guarantees.
///
/// Worlds with an optimum that is not known within 5 % are no evidence and do not count.
final class WorldAttack {
    private static final int INTERVALS = 100;
    private static final int SURVIVORS = 8;
    private static final double UNKNOWN_GAP = 0.05;
    private static final int SHOWN = 5;
    private static final double GOOD = 0.75;

    /// Where connections cost anything, this many of them cost nothing: what is worn out by its first connections is no
    /// network.
    private static final double LEAST_KNEE = 20;

    private static final List<String> NAMES =
            List.copyOf(WorldTraits.PLAIN.toMap().keySet());

    /// A world that was tried, with the share that was moved in it.
    private record Tried(WorldTraits traits, long seed, double share) {
        String asked() {
            return "--world " + traits + " --seeds " + seed;
        }
    }

    private final QualitySettings settings;
    private final Benchmark.Progress progress;
    private final SplittableRandom random;
    private final Contestants contestants;
    private final String optimizer;

    private final AttackScore score;

    private final List<Tried> worst = new ArrayList<>();
    private int worlds;

    /// @param settings of which the first optimizer is attacked, and the first seed begins the search
    WorldAttack(QualitySettings settings, Benchmark.Progress progress) throws BenchException {
        this.settings = settings;
        this.progress = progress;
        this.random = new SplittableRandom(settings.seeds().getFirst());
        this.optimizer = settings.optimizers().getFirst();
        this.contestants = Contestants.of(List.of(optimizer, Contestants.OPTIMUM), new OptimizerRegistry());
        this.score = new AttackScore(!Contestants.hasOtherUtility(optimizer));
    }

    /// Searches for that long and to the end of the round, of which there is one at least.
    BenchResult run(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        try (ExecutorService workers = Executors.newFixedThreadPool(settings.threads())) {
            do {
                List<Future<Tried>> round = new ArrayList<>();
                for (int k = 0; k < 2 * settings.threads(); k++) {
                    WorldTraits traits = next();
                    long seed = random.nextLong(1, 1_000_000);
                    round.add(workers.submit(() -> attempt(traits, seed)));
                }
                for (Future<Tried> each : round) {
                    add(each.get());
                }
            } while (System.nanoTime() - end < 0);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a run failed, which is a defect", failed.getCause());
        }
        return result();
    }

    private void add(Tried tried) {
        worlds++;
        if (Double.isNaN(tried.share())) {
            return;
        }
        boolean isWorst = worst.isEmpty() || tried.share() < worst.getFirst().share();
        worst.add(tried);
        worst.sort(Comparator.comparingDouble(Tried::share));
        if (worst.size() > SURVIVORS) {
            worst.removeLast();
        }
        if (isWorst) {
            progress.at(String.format(Locale.ROOT, "world %d: %.3f  %s", worlds, tried.share(), tried.asked()));
        }
    }

    private Tried attempt(WorldTraits traits, long seed) {
        Family family = RealFamily.of(traits);
        try (RunJournal nowhere = RunJournal.open(null, INTERVALS, settings.bounds())) {
            SeedResult result = new SeedRuns(
                            family, seed, INTERVALS, settings.bounds(), contestants, new Optima(), nowhere)
                    .run(new Countdown(Long.MAX_VALUE, line -> {}));
            double share = score.of(
                    family,
                    traits,
                    Objects.requireNonNull(result.figures().get(optimizer)),
                    Objects.requireNonNull(result.figures().get(Contestants.OPTIMUM)));
            boolean isKnown = result.gap() <= UNKNOWN_GAP && result.excess() == 0 && result.optimumBps() > 0;
            return new Tried(traits, seed, isKnown ? share : Double.NaN);
        } catch (IOException impossible) {
            throw new IllegalStateException("a journal that is nowhere cannot fail", impossible);
        }
    }

    private WorldTraits next() {
        WorldTraits traits = drawn();
        if (!score.climbsSum() && !(traits.guarantee() > 0)) {
            traits = traits.with("guarantee", guarantee());
        }
        return traits.loss() > 0 && traits.knee() < LEAST_KNEE ? traits.with("knee", LEAST_KNEE) : traits;
    }

    private WorldTraits drawn() {
        if (worst.size() < SURVIVORS / 2 || random.nextInt(5) == 0) {
            WorldTraits traits = WorldTraits.PLAIN;
            for (String name : NAMES) {
                traits = random.nextInt(3) == 0 ? mutate(traits, name) : traits;
            }
            return traits;
        }
        WorldTraits traits = worst.get(random.nextInt(worst.size())).traits();
        for (int changes = random.nextInt(3); changes > 0; changes--) {
            traits = mutate(traits, NAMES.get(random.nextInt(NAMES.size())));
        }
        return traits;
    }

    /// Draws a trait anew, within what real networks have.
    private WorldTraits mutate(WorldTraits traits, String name) {
        Object value = switch (name) {
            case "topology" -> WorldTraits.TOPOLOGIES.get(random.nextInt(WorldTraits.TOPOLOGIES.size()));
            case "pipes" -> Math.round(between(2, 60));
            case "ratio" -> rounded(Math.pow(30, random.nextDouble()));
            case "most" -> rounded(0.02 * Math.pow(15, random.nextDouble()));
            case "knee" -> Math.round(20 * Math.pow(10, random.nextDouble()));
            case "loss" -> sometimes(between(0.001, 0.05));
            case "noise" -> sometimes(between(0, 0.1));
            case "hidden" -> sometimes(between(0, 0.6));
            case "wrong" -> sometimes(between(0.1, 0.5));
            case "background" -> sometimes(between(0, 0.5));
            case "bound" -> sometimes(between(0.1, 0.5));
            case "guarantee" -> random.nextBoolean() ? guarantee() : 0;
            case "weights" -> random.nextBoolean() ? rounded(Math.pow(8, random.nextDouble())) : 1;
            case "rttBias" -> sometimes(between(0, 1));
            case "markers" -> sometimes(between(1, 5));
            case "files" -> random.nextBoolean();
            case "setUp" -> sometimes(between(0, 5));
            // What is aimed at is said of the usual one.
            case "interval" -> WorldTraits.PLAIN.interval();
            default -> throw new IllegalStateException("nobody told what values " + name + " may have");
        };
        return traits.with(name, value);
    }

    private double guarantee() {
        return rounded(between(0.1, 0.6));
    }

    private double between(double from, double to) {
        return from + (to - from) * random.nextDouble();
    }

    private double sometimes(double value) {
        return random.nextBoolean() ? rounded(value) : 0;
    }

    /// To what the text of a world keeps, so that it is the same when it is asked for again.
    private static double rounded(double value) {
        return Double.parseDouble(String.format(Locale.ROOT, "%.3g", value));
    }

    private BenchResult result() {
        List<String> table = new ArrayList<>();
        table.add("the worst of " + worlds + " worlds for " + optimizer
                + ", share of what the optimum has when it is decided, or of the guarantees that it keeps, from interval"
                + " 20 on");
        List<Object> found = new ArrayList<>();
        for (Tried tried : worst.subList(0, Math.min(SHOWN, worst.size()))) {
            table.add(String.format(Locale.ROOT, "  %.3f  %s", tried.share(), tried.asked()));
            Map<String, Object> world = new LinkedHashMap<>(tried.traits().toMap());
            world.put("seed", tried.seed());
            world.put("share", tried.share());
            found.add(world);
        }
        table.add("again: tcn bench control --intervals " + INTERVALS + " --optimizers " + optimizer + " --world ...");
        List<Figure> figures = worst.isEmpty()
                ? List.of()
                : List.of(new Figure(
                        "least share of " + optimizer + " in any world found",
                        worst.getFirst().share(),
                        "",
                        Aim.atLeast(GOOD)));
        return new BenchResult(figures, table, Map.of("worlds", worlds, "worst", found));
    }
}
