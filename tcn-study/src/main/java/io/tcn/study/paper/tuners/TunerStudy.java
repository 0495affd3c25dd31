// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import io.tcn.sim.batch.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongToDoubleFunction;

/// Runs the claims of some papers, each with seeds 1, 2, ... The same claims and seeds give the same rows with
/// any number of threads.
public final class TunerStudy {
    private record Named(TunerPaper paper, TunerClaim claim) {}

    private final List<Named> claims = new ArrayList<>();
    private final int seeds;
    private final int threads;

    /// @param seeds how many, at least 1
    /// @param threads claims at once, at least 1
    public TunerStudy(List<TunerPaper> papers, int seeds, int threads) {
        if (seeds < 1 || threads < 1) {
            throw new IllegalArgumentException(
                    "seeds and threads are 1 or more, given were " + seeds + " and " + threads);
        }
        this.seeds = seeds;
        this.threads = threads;
        papers.forEach(paper -> paper.claims().forEach(claim -> claims.add(new Named(paper, claim))));
    }

    /// How many claims there are.
    public int claims() {
        return claims.size();
    }

    /// Runs all.
    ///
    /// @param finished hears of every claim that is done
    public List<TunerRow> run(Consumer<String> finished) throws InterruptedException {
        List<Callable<TunerRow>> tasks = new ArrayList<>();
        claims.forEach(named -> tasks.add(() -> row(named)));
        return Parallel.run(
                tasks,
                threads,
                index -> finished.accept(claims.get(index).paper().text() + ": "
                        + claims.get(index).claim().says()));
    }

    private TunerRow row(Named named) {
        LongToDoubleFunction ours = named.claim().ours();
        DoubleSupplier best = named.claim().best();
        List<Double> values = new ArrayList<>();
        for (long seed = 1; ours != null && seed <= seeds; seed++) {
            values.add(ours.applyAsDouble(seed));
        }
        return new TunerRow(named.paper(), named.claim(), values, best == null ? Double.NaN : best.getAsDouble());
    }
}
