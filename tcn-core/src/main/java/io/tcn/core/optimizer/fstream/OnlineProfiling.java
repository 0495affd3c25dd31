// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.OptionalDouble;

/// Online profiling (FStream++, algorithm 1): a binary search for the concurrency beyond which throughput grows
/// by no more than [#NOTICEABLE], between a lower and an upper bound. What was measured counts for
/// [#KEPT_SECONDS]; then the bounds are forgotten too, and the search begins anew from where it stands, to
/// follow a path that has changed.
///
/// Deviations. The algorithm as printed goes up whenever the upper bound was not measured, even where the step
/// before brought nothing, so that with a bound of 40 it passes every small optimum; the text says that it then
/// prefers lower values, and so it is here: "no more than at the lower bound" is looked at first. The middle of
/// two neighbours is the upper one (the text's example ends 30, 31, 32). Where the bounds have met it stays at
/// the lower until they expire.
///
/// Towards a target the same search asks another question: is it 20 % too much, or too little (section 4.2)?
final class OnlineProfiling {
    static final int LEAST = 1;
    static final int MOST = 40;
    static final double KEPT_SECONDS = 60;
    static final double WIDE = 0.2;
    private static final double NOTICEABLE = 0.01;

    private record Trial(double seconds, int concurrency, double throughputBps) {}

    private final int most;
    private final Deque<Trial> trials = new ArrayDeque<>();
    private int lower = LEAST;
    private int upper;
    private double boundsSince;

    OnlineProfiling() {
        this(MOST);
    }

    /// @param most the upper bound
    OnlineProfiling(int most) {
        this.most = most;
        this.upper = most;
    }

    /// What to try next for the greatest throughput.
    ///
    /// @param seconds the time at the end of the trial
    /// @param tried the concurrency in force
    /// @param throughputBps what it brought, in bit/s
    int next(double seconds, int tried, double throughputBps) {
        remember(seconds, tried, throughputBps);
        OptionalDouble low = throughputOf(lower);
        OptionalDouble high = throughputOf(upper);
        if (tried > lower && low.isPresent() && throughputBps <= (1 + NOTICEABLE) * low.getAsDouble()) {
            upper = tried;
            return Math.max(lower, (lower + tried) / 2);
        }
        if (tried >= upper) {
            return upper;
        }
        if (high.isEmpty() || high.getAsDouble() > (1 + NOTICEABLE) * throughputBps) {
            lower = tried;
            return up(tried);
        }
        return tried == lower ? tried : Math.max(LEAST, tried - 1);
    }

    /// What to try next to come within [#WIDE] of a target.
    ///
    /// @param targetBps the wanted throughput in bit/s
    int nextTowards(double seconds, int tried, double throughputBps, double targetBps) {
        remember(seconds, tried, throughputBps);
        if (throughputBps > (1 + WIDE) * targetBps) {
            upper = tried;
            lower = Math.min(lower, tried - 1);
            return Math.max(LEAST, (lower + tried) / 2);
        }
        if (throughputBps < (1 - WIDE) * targetBps) {
            lower = tried;
            upper = tried >= upper ? most : upper;
            return up(tried);
        }
        return tried;
    }

    /// Forgets the bounds: another target is sought, or the files are others.
    void restart(double seconds) {
        lower = LEAST;
        upper = most;
        boundsSince = seconds;
    }

    private int up(int tried) {
        int middle = (tried + upper) / 2;
        return middle == tried ? upper : middle;
    }

    private void remember(double seconds, int tried, double throughputBps) {
        for (Iterator<Trial> all = trials.iterator(); all.hasNext(); ) {
            Trial trial = all.next();
            if (trial.seconds() < seconds - KEPT_SECONDS || trial.concurrency() == tried) {
                all.remove();
            }
        }
        trials.addLast(new Trial(seconds, tried, throughputBps));
        if (seconds - boundsSince > KEPT_SECONDS) {
            restart(seconds);
        }
    }

    private OptionalDouble throughputOf(int concurrency) {
        return trials.stream()
                .filter(trial -> trial.concurrency() == concurrency)
                .mapToDouble(Trial::throughputBps)
                .findFirst();
    }
}
