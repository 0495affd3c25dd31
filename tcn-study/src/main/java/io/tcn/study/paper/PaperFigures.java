// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.sim.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The figures of the study: those of section 7 of the paper, drawn anew, and the sensitivity.
final class PaperFigures {
    /// Intervals that are shown of runs that go on for long.
    private static final int SHOWN = 600;

    private final TaskRunner runner;
    private final Study.Plan plan;
    private final SortedMap<String, String> figures = new TreeMap<>();

    private PaperFigures(TaskRunner runner, Study.Plan plan) {
        this.runner = runner;
        this.plan = plan;
    }

    /// All figures by file name.
    static SortedMap<String, String> of(TaskRunner runner, Study.Plan plan, List<Sensitivity.Row> sensitivity) {
        PaperFigures made = new PaperFigures(runner, plan);
        made.completions("fct-100x500GB-weights.svg", Claim.FCT_MEAN_WEIGHTS, "100 x 500 GB, weights");
        made.completions("fct-100x500GB-free.svg", Claim.FCT_MEAN_FREE, "100 x 500 GB, no controls");
        made.completions("fct-30x2TB-weights.svg", Claim.FCT_MAX_WEIGHTS, "30 x 2 TB, weights");
        made.completions("fct-arrivals-weights.svg", Claim.FCT_DYNAMIC_WEIGHTS, "50 arrivals, weights");
        made.utility("utility-30-busy.svg", Claim.UTILITY_BUSY, "30 pipes kept busy, weights");
        made.utility("convergence-concave.svg", Claim.CONVERGENCE_CONCAVE, "10 pipes kept busy, concave");
        made.utility("convergence-usual.svg", Claim.CONVERGENCE_USUAL, "10 pipes kept busy, with deterioration");
        made.utility("final-non-convex.svg", Claim.FINAL_RUGGED, "10 pipes kept busy, non-convex");
        made.sensitivity(sensitivity);
        return made.figures;
    }

    private List<Contestant> shown(Claim claim) {
        List<Contestant> shown = new ArrayList<>();
        shown.add(claim.reference());
        shown.addAll(claim.contestants());
        return shown;
    }

    private void completions(String file, Claim claim, String title) {
        if (!plan.claims().contains(claim)) {
            return;
        }
        Figure figure = new Figure("Completion times: " + title, "flow completion time / s", "% of the transfers")
                .asSteps()
                .upTo(100);
        for (Contestant contestant : shown(claim)) {
            List<Double> all = new ArrayList<>();
            for (long seed = 1; seed <= plan.seeds(); seed++) {
                all.addAll(runner.outcome(new Task(claim.experiment(), contestant, seed, plan.setting()))
                        .completionSeconds());
            }
            all.sort(null);
            List<Double> xs = new ArrayList<>(List.of(0.0));
            List<Double> ys = new ArrayList<>(List.of(0.0));
            for (int k = 0; k < all.size(); k++) {
                xs.add(all.get(k));
                ys.add(100.0 * (k + 1) / all.size());
            }
            figure.add(contestant.id(), xs, ys);
        }
        figures.put(file, figure.toSvg());
    }

    /// Utility as a part of the optimum, mean over the seeds.
    private void utility(String file, Claim claim, String title) {
        if (!plan.claims().contains(claim)) {
            return;
        }
        Figure figure = new Figure("Utility over time: " + title, "control interval", "% of the optimum").upTo(100);
        for (Contestant contestant : shown(claim)) {
            double[] sum = new double[SHOWN];
            for (long seed = 1; seed <= plan.seeds(); seed++) {
                List<Double> utility = runner.outcome(new Task(claim.experiment(), contestant, seed, plan.setting()))
                        .utilityBps();
                double best =
                        runner.ideal(claim.experiment(), seed, plan.setting()).utilityCeilingBps();
                for (int k = 0; k < SHOWN && k < utility.size(); k++) {
                    sum[k] += 100 * utility.get(k) / best / plan.seeds();
                }
            }
            List<Double> values = new ArrayList<>(SHOWN);
            for (double value : sum) {
                values.add(value);
            }
            figure.add(contestant.id(), values);
        }
        figures.put(file, figure.toSvg());
    }

    /// Per parameter: the ratio of the paper's algorithm and of TCN, as a multiple of the paper's ratio.
    private void sensitivity(List<Sensitivity.Row> rows) {
        Map<String, List<Sensitivity.Row>> byParameter = new LinkedHashMap<>();
        for (Sensitivity.Row row : rows) {
            byParameter
                    .computeIfAbsent(row.point().parameter(), parameter -> new ArrayList<>())
                    .add(row);
        }
        byParameter.forEach((parameter, line) -> {
            String name =
                    parameter.replaceAll("[^A-Za-z]+", "-").replaceAll("-$", "").toLowerCase(Locale.ROOT);
            Figure figure = new Figure(
                    "The paper's algorithm: ratio to FTS over the paper's ratio, by " + parameter,
                    parameter,
                    "ratio / paper's ratio");
            List<Double> xs = line.stream()
                    .map(row -> Double.parseDouble(row.point().value()))
                    .toList();
            figure.add("as in the paper", xs, xs.stream().map(x -> 1.0).toList());
            for (Claim claim : Sensitivity.followed(plan.claims())) {
                figure.add(
                        claim.id(),
                        xs,
                        line.stream()
                                .map(row ->
                                        row.of(claim).ratioOf(claim.ofPaper()).median() / claim.paper())
                                .toList());
            }
            figures.put("sensitivity-" + name + ".svg", figure.toSvg());
        });
    }
}
