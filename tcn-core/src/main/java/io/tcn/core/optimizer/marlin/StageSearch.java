// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.optimizer.falcon.GradientDescentSearch;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Looks for the best number of threads of one stage by online gradient descent (Marlin, section 3.2): the
/// [GradientDescentSearch] of Falcon, whose utility it takes too, and it remembers.
///
/// If among the last [#REMEMBERED] trials one was better than the last two by more than [#CLEARLY], and was
/// elsewhere, it goes back there: on a plateau two neighbours differ too little to lead back.
///
/// A sample in which the stage waited for a buffer for more than [#WAITED] of the time says nothing of what n
/// threads can do; the paper ignores it (section 3.2) and yet sees threads fall when the buffer is full
/// (section 4.1). Here it is not remembered, and teaches one thing: who waited the part w of the time would
/// have done with n (1 - w) threads, and gets that many, rounded up.
///
/// Deviations: the paper leaves open how the slope becomes a step. Ours is that of Falcon, but more careful: with
/// Falcon's longer first steps a stage overshoots while the buffer fills, and figure 5's 10, 3, 3 is not found.
final class StageSearch {
    private static final int REMEMBERED = 20;
    private static final double CLEARLY = 0.02;
    private static final double WAITED = 0.15;

    private record Trial(int threads, double utility) {}

    private final int start;
    private int most;
    private final GradientDescentSearch gradient;
    private final Deque<Trial> trials = new ArrayDeque<>();
    private @Nullable Trial before;

    /// @param start threads to begin with
    /// @param most the most of them
    StageSearch(int start, int most) {
        this.start = start;
        this.most = most;
        this.gradient = GradientDescentSearch.careful(start);
    }

    /// Sets another most: the limits of what is tuned have changed.
    void setMost(int changed) {
        most = changed;
    }

    /// What to try first.
    int first() {
        return start;
    }

    /// What to try next.
    ///
    /// @param tried the threads that were at work
    /// @param utility what was seen of them
    /// @param waitedRatio part of the time in which the stage waited for a buffer
    int next(int tried, double utility, double waitedRatio) {
        if (waitedRatio > WAITED) {
            forget();
            return Math.max(1, (int) Math.ceil(tried * (1 - waitedRatio)));
        }
        Trial now = new Trial(tried, utility);
        trials.addLast(now);
        if (trials.size() > REMEMBERED) {
            trials.removeFirst();
        }
        Trial better = before == null ? null : clearlyBetter(now, before);
        if (better != null) {
            trials.clear();
            forget();
            return better.threads();
        }
        before = now;
        return gradient.next(tried, utility, 1, most);
    }

    private void forget() {
        before = null;
        gradient.forget();
    }

    /// The best of the remembered trials where it is clearly better than the last two and two threads or more
    /// apart.
    private @Nullable Trial clearlyBetter(Trial now, Trial last) {
        double higher = Math.max(now.utility(), last.utility());
        double least = higher + CLEARLY * Math.abs(higher);
        Trial best = null;
        for (Trial trial : trials) {
            if (trial.utility() > least
                    && Math.abs(trial.threads() - now.threads()) > 1
                    && (best == null || trial.utility() > best.utility())) {
                best = trial;
            }
        }
        return best;
    }
}
