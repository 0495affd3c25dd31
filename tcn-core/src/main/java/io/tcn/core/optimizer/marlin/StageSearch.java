// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Looks for the best number of threads of one stage by online gradient descent (Marlin, section 3.2): it tries
/// n and n + 1 in turn and moves along the slope between them, further with each move in the same direction;
/// and it remembers.
///
/// With u1 and u2 the utilities of n and n + 1 the move is `theta ceil(n |u2 - u1| / u1)` threads, at most n.
/// If among the last [#REMEMBERED] trials one was better than the last two by more than [#CLEARLY], and was
/// elsewhere, it goes back there: on a plateau two neighbours differ too little to lead back.
///
/// A sample in which the stage waited for a buffer for more than [#WAITED] of the time says nothing of what n
/// threads can do; the paper ignores it (section 3.2) and yet sees threads fall when the buffer is full
/// (section 4.1). Here it is not remembered, and teaches one thing: who waited the part w of the time would
/// have done with n (1 - w) threads, and gets that many, rounded up.
///
/// Deviations: the paper leaves open how the slope becomes a step; ours is that of Falcon, whose utility it
/// takes.
final class StageSearch {
    private static final int REMEMBERED = 20;
    private static final double CLEARLY = 0.02;
    private static final double WAITED = 0.15;

    private record Trial(int threads, double utility) {}

    private final int most;
    private final Deque<Trial> trials = new ArrayDeque<>();
    private int centre;
    private double centreUtility = Double.NaN;
    private int direction;
    private int theta = 1;

    /// @param start threads to begin with
    /// @param most the most of them
    StageSearch(int start, int most) {
        this.centre = start;
        this.most = most;
    }

    /// What to try first.
    int first() {
        return centre;
    }

    /// What to try next.
    ///
    /// @param tried the threads that were at work
    /// @param utility what was seen of them
    /// @param waitedRatio part of the time in which the stage waited for a buffer
    int next(int tried, double utility, double waitedRatio) {
        if (waitedRatio > WAITED) {
            centre = Math.max(1, (int) Math.ceil(tried * (1 - waitedRatio)));
            return anew();
        }
        remember(tried, utility);
        if (Double.isNaN(centreUtility)) {
            centre = tried;
            centreUtility = utility;
            return tried < most ? tried + 1 : Math.max(1, tried - 1);
        }
        Trial better = clearlyBetter(Math.max(utility, centreUtility));
        if (better != null) {
            centre = better.threads();
            trials.clear();
            theta = 1;
            direction = 0;
        } else {
            move(tried, utility);
        }
        return anew();
    }

    private int anew() {
        centreUtility = Double.NaN;
        return centre;
    }

    private void remember(int tried, double utility) {
        trials.addLast(new Trial(tried, utility));
        if (trials.size() > REMEMBERED) {
            trials.removeFirst();
        }
    }

    /// The best of the remembered trials where it is clearly better than the last two and two threads or more
    /// apart.
    private @Nullable Trial clearlyBetter(double now) {
        Trial best = null;
        for (Trial trial : trials) {
            if (trial.utility() > (1 + CLEARLY) * now
                    && Math.abs(trial.threads() - centre) > 1
                    && (best == null || trial.utility() > best.utility())) {
                best = trial;
            }
        }
        return best;
    }

    private void move(int tried, double utility) {
        double difference = (utility - centreUtility) * Integer.signum(tried - centre);
        int towards = (int) Math.signum(difference);
        theta = towards == direction ? theta + 1 : 1;
        direction = towards;
        double slope = centreUtility > 0 ? Math.min(1, Math.abs(difference) / centreUtility) : 1;
        double step = Math.min(centre, theta * Math.ceil(slope * centre));
        centre = (int) Math.clamp(Math.round(centre + towards * step), 1L, most);
    }
}
