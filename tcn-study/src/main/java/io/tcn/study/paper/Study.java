// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.sim.oracle.Ideal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/// Runs everything that the table of the paper needs: all claims with all seeds, the theorems, and how the ratios move
/// with the setting.
public final class Study {
    /// What is to be run.
    ///
    /// @param seeds how many draws of each scenario, at least 1
    /// @param sweepSeeds how many of them for the sensitivity, 0 for none
    /// @param threads how many simulations at once
    /// @param setting what all claims share
    /// @param claims which claims, at least one
    public record Plan(int seeds, int sweepSeeds, int threads, PaperSetting setting, List<Claim> claims) {
        public Plan {
            claims = claims.stream().distinct().sorted().toList();
            if (claims.isEmpty()) {
                throw new IllegalArgumentException("a study needs at least one claim");
            }
            if (seeds < 1 || sweepSeeds < 0 || threads < 1) {
                throw new IllegalArgumentException("a study needs at least 1 seed and 1 thread, given were " + seeds
                        + " seeds, " + sweepSeeds + " of the sweep and " + threads + " threads");
            }
        }
    }

    private final Plan plan;
    private final TaskRunner runner;
    private final List<Task> main;
    private final List<Sensitivity.Point> points;
    private final List<Task> sweep;

    public Study(Plan plan) {
        this.plan = plan;
        this.runner = new TaskRunner(plan.threads());
        this.main = tasksOfClaims(plan.setting());
        this.points = plan.sweepSeeds() == 0 ? List.of() : Sensitivity.points(plan.setting());
        this.sweep = new ArrayList<>();
        points.forEach(point -> sweep.addAll(Sensitivity.tasks(plan.claims(), point.setting(), plan.sweepSeeds())));
    }

    /// How many simulations it takes.
    public int simulations() {
        List<Task> all = new ArrayList<>(main);
        all.addAll(sweep);
        return runner.missing(all);
    }

    /// Runs it all.
    ///
    /// @param progress hears every simulation that is done; one call at a time, from any thread
    /// @throws InterruptedException if this thread is interrupted
    public PaperResult run(Consumer<String> progress) throws InterruptedException {
        List<Task> all = new ArrayList<>(main);
        all.addAll(sweep);
        runner.findIdeals(main);
        runner.run(all, progress);
        List<ClaimRow> rows = new ArrayList<>();
        for (Claim claim : plan.claims()) {
            rows.add(row(claim, plan.setting(), plan.seeds(), claim.contestants()));
        }
        List<Sensitivity.Row> sensitivity = new ArrayList<>();
        for (Sensitivity.Point point : points) {
            List<ClaimRow> moved = new ArrayList<>();
            for (Claim claim : Sensitivity.followed(plan.claims())) {
                moved.add(row(claim, point.setting(), plan.sweepSeeds(), Sensitivity.contestants(claim)));
            }
            sensitivity.add(new Sensitivity.Row(point, moved));
        }
        return new PaperResult(plan, rows, sensitivity, Theorems.check(), PaperFigures.of(runner, plan, sensitivity));
    }

    private List<Task> tasksOfClaims(PaperSetting setting) {
        List<Task> tasks = new ArrayList<>();
        for (Claim claim : plan.claims()) {
            for (long seed = 1; seed <= plan.seeds(); seed++) {
                tasks.add(new Task(claim.experiment(), claim.reference(), seed, setting));
                for (Contestant contestant : claim.contestants()) {
                    tasks.add(new Task(claim.experiment(), contestant, seed, setting));
                }
            }
        }
        return tasks;
    }

    private ClaimRow row(Claim claim, PaperSetting setting, int seeds, List<Contestant> contestants) {
        boolean withIdeal = setting.equals(plan.setting());
        Map<Contestant, Figures> values = new EnumMap<>(Contestant.class);
        Map<Contestant, Figures> ratios = new EnumMap<>(Contestant.class);
        Map<Contestant, Figures> shares = new EnumMap<>(Contestant.class);
        List<Long> draws = LongStream.rangeClosed(1, seeds).boxed().toList();
        long unfinished = 0;
        for (long seed : draws) {
            unfinished += runner.outcome(new Task(claim.experiment(), claim.reference(), seed, setting))
                    .unfinished();
        }
        List<Double> reference = values(claim, claim.reference(), setting, draws, withIdeal);
        values.put(claim.reference(), Figures.of(reference));
        List<Double> best = withIdeal
                ? draws.stream()
                        .map(seed -> claim.quantity().of(runner.ideal(claim.experiment(), seed, setting)))
                        .toList()
                : List.of();
        for (Contestant contestant : contestants) {
            List<Double> given = values(claim, contestant, setting, draws, withIdeal);
            values.put(contestant, Figures.of(given));
            ratios.put(contestant, Figures.of(ratios(claim, given, reference)));
            if (withIdeal) {
                shares.put(contestant, Figures.of(ratios(claim, given, best)));
            }
        }
        Figures ofIdeal = withIdeal ? Figures.of(ratios(claim, best, reference)) : Figures.of(List.of());
        return new ClaimRow(claim, values, ratios, shares, Figures.of(best), ofIdeal, unfinished);
    }

    private List<Double> values(
            Claim claim, Contestant contestant, PaperSetting setting, List<Long> seeds, boolean withIdeal) {
        List<Double> values = new ArrayList<>();
        for (long seed : seeds) {
            Outcome outcome = runner.outcome(new Task(claim.experiment(), contestant, seed, setting));
            Ideal ideal = withIdeal ? runner.ideal(claim.experiment(), seed, setting) : Ideal.UNKNOWN;
            values.add(claim.quantity().of(outcome, ideal));
        }
        return values;
    }

    private static List<Double> ratios(Claim claim, List<Double> values, List<Double> references) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            ratios.add(claim.quantity().ratio(values.get(i), references.get(i)));
        }
        return ratios;
    }
}
