// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/// Finds the n that moves most, for somebody who knows the network: maximal sum of T(n) with m <= n_i <= M and all
/// bounds
/// kept.
///
/// 1. A linear program over T gives what nobody can exceed ([LinearBound]).
/// 2. Where it allows every pipe m connections' worth, its solution is reached by n_i = T_i / c_i; it is a candidate.
/// 3. Pattern search on the true T(n), from that candidate, from the linear program without the least, from the fewest
///    connections and from random n; the best is polished ([Ascent]).
///
/// The result is the best that keeps all bounds; the real optimum lies between it and the ceiling. It never looks at
/// what
/// optimizers reach. The same situation and effort give the same result.
public final class ClairvoyantOptimum {
    private static final long SEED = 0x0b7a1eL;

    /// How long to search.
    ///
    /// @param randomStarts climbs from random n
    /// @param trialsPerPipe allocations per pipe that a climb may take
    /// @param polishPerPipe allocations per pipe that the polish may take
    public record Effort(int randomStarts, int trialsPerPipe, int polishPerPipe) {
        /// For a situation that stays for a whole run.
        public static final Effort FULL = new Effort(3, 200, 1500);

        /// For one of many situations.
        public static final Effort QUICK = new Effort(0, 100, 300);
    }

    private ClairvoyantOptimum() {}

    /// The optimum of a situation.
    public static Optimum of(Situation situation, Effort effort) {
        Model model = new Model(situation);
        if (model.pipes == 0) {
            return new Optimum(java.util.List.of(), java.util.List.of(), 0, 0, 0);
        }
        SplittableRandom random = new SplittableRandom(SEED);
        LinearBound program = new LinearBound(model);
        double[] free = program.solve();
        double ceilingBps = Arrays.stream(free).sum();
        Ascent ascent = new Ascent(model, random);
        long trials = (long) effort.trialsPerPipe() * model.pipes;
        Optional<double[]> withLeast = program.solveWithLeast();
        withLeast.ifPresent(rates -> ascent.climb(connections(model, rates), trials));
        ascent.climb(connections(model, free), trials);
        if (withLeast.isEmpty() || effort.randomStarts() > 0) {
            double[] fewest = new double[model.pipes];
            Arrays.fill(fewest, model.min);
            ascent.climb(fewest, trials);
        }
        for (int start = 0; start < effort.randomStarts(); start++) {
            // Small numbers as often as large ones: few connections fill most paths.
            double[] n = new double[model.pipes];
            double least = Math.max(model.min, 0.1);
            for (int i = 0; i < n.length; i++) {
                n[i] = least * Math.pow(model.max / least, random.nextDouble());
            }
            ascent.climb(n, trials);
        }
        long polish = (long) effort.polishPerPipe() * model.pipes;
        ascent.climb(ascent.best(), 2, polish / 2);
        ascent.climb(ascent.best(), 0.5, polish / 2);
        return result(model, ascent, ceilingBps);
    }

    private static double[] connections(Model model, double[] ratesBps) {
        double[] n = new double[model.pipes];
        for (int i = 0; i < n.length; i++) {
            n[i] = Double.isInfinite(model.ceilingBps[i]) ? model.min : ratesBps[i] / model.ceilingBps[i];
        }
        return n;
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
