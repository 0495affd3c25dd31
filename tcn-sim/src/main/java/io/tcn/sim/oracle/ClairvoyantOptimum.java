// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/// Finds the n that moves most, for somebody who knows the network: maximal sum of T(n) with m <= n_i <= M and all
/// bounds and guarantees kept.
///
/// 1. A linear program over T and n together gives what nobody can exceed ([JointBound]), deterioration included.
/// 2. Where it allows every pipe m connections' worth, its solution is reached by n_i = T_i / c_i; it is a candidate.
/// 3. Where there are few pipes, every n of whole numbers is tried.
/// 4. Pattern search on the true T(n), from that candidate, from the linear program without the least, from the fewest
///    connections and from random n; the best is polished ([Ascent]).
///
/// The result is the best that keeps all bounds; the real optimum lies between it and the ceiling. It never looks at
/// what optimizers reach. The same situation and effort give the same result.
public final class ClairvoyantOptimum {
    private static final long SEED = 0x0b7a1eL;
    private static final double FIRST_STEP = 16;
    private static final List<Double> POLISH_STEPS = List.of(2.0, 0.5);

    /// So many n of whole numbers are tried one by one: two pipes of 1 to 100 connections.
    private static final long EXHAUSTIVE = 10_000;

    /// Nearer to the ceiling than this part of it there is nothing to look for.
    private static final double PROVEN = 1e-9;

    /// How long to search.
    ///
    /// @param randomStarts climbs from random n
    /// @param trialsPerClimb allocations that a climb may take
    /// @param trialsOfPolish allocations that the polish may take
    public record Effort(int randomStarts, int trialsPerClimb, int trialsOfPolish) {
        /// For a situation that stays for a whole run.
        public static final Effort FULL = new Effort(3, 10_000, 50_000);

        /// For one of many situations.
        public static final Effort QUICK = new Effort(0, 3_000, 9_000);
    }

    private ClairvoyantOptimum() {}

    /// Whether bounds and guarantees of a situation can be kept together, as far as capacities and connections go.
    public static boolean isFeasible(Situation situation) {
        return new JointBound(new Model(situation)).isFeasible();
    }

    /// The optimum of a situation whose guarantees can be kept.
    public static Optimum of(Situation situation, Effort effort) {
        Model model = new Model(situation);
        if (model.pipes == 0) {
            return new Optimum(List.of(), List.of(), 0, 0, 0);
        }
        SplittableRandom random = new SplittableRandom(SEED);
        JointBound program = new JointBound(model);
        JointBound.Solution free = program.solve();
        double ceilingBps = free.totalBps();
        Ascent ascent = new Ascent(model, random);
        ascent.exhaust(EXHAUSTIVE);
        for (double[] start : starts(model, program, free, effort, random)) {
            if (!isProven(ascent, ceilingBps)) {
                ascent.climb(start, FIRST_STEP, effort.trialsPerClimb());
            }
        }
        for (double step : POLISH_STEPS) {
            if (!isProven(ascent, ceilingBps)) {
                ascent.climb(ascent.best(), step, effort.trialsOfPolish() / POLISH_STEPS.size());
            }
        }
        return result(model, ascent, ceilingBps);
    }

    private static boolean isProven(Ascent ascent, double ceilingBps) {
        return ascent.bestExcess() <= Ascent.TOLERANCE && ascent.bestBps() >= ceilingBps * (1 - PROVEN);
    }

    /// Where to climb from, the most promising first.
    private static List<double[]> starts(
            Model model, JointBound program, JointBound.Solution free, Effort effort, SplittableRandom random) {
        List<double[]> starts = new ArrayList<>();
        Optional<JointBound.Solution> withLeast = program.solveWithLeast();
        withLeast.ifPresent(solution -> starts.add(solution.connections()));
        starts.add(free.connections());
        if (withLeast.isEmpty() || effort.randomStarts() > 0) {
            double[] fewest = new double[model.pipes];
            Arrays.fill(fewest, model.min);
            starts.add(fewest);
        }
        for (int start = 0; start < effort.randomStarts(); start++) {
            // Small numbers as often as large ones: few connections fill most paths.
            double[] n = new double[model.pipes];
            double least = Math.max(model.min, 0.1);
            for (int i = 0; i < n.length; i++) {
                n[i] = least * Math.pow(model.max / least, random.nextDouble());
            }
            starts.add(n);
        }
        return starts;
    }

    private static Optimum result(Model model, Ascent ascent, double ceilingBps) {
        double[] n = ascent.best();
        double[] throughputBps = model.throughputBps(n).clone();
        double totalBps = DoubleStream.of(throughputBps).sum();
        boolean kept = ascent.bestExcess() <= Ascent.TOLERANCE;
        if (kept && totalBps > ceilingBps * (1 + 1e-6)) {
            throw new IllegalStateException("an n moves " + totalBps + " bit/s, more than the linear program's "
                    + ceilingBps + ": one of them is wrong");
        }
        return new Optimum(
                DoubleStream.of(n).boxed().toList(),
                DoubleStream.of(throughputBps).boxed().toList(),
                totalBps,
                // The solver may stop a hair below its optimum.
                kept ? Math.max(ceilingBps, totalBps) : ceilingBps,
                kept ? 0 : ascent.bestExcess());
    }
}
