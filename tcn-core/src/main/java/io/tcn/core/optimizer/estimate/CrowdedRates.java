// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;

/// Per pipe what a connection will carry as soon as others give way, where something that it shares is nearly full: the
/// most that one was seen to carry, less what may be noise.
///
/// What is held back elsewhere looks slow, so that a bound seems to leave room for more connections. They bring the
/// pipe nothing, for what is full is full without them; and all that are open become faster at once when somebody gives
/// way. Nothing is remembered for good: the most goes slowly towards what is seen. Cost: O(pipes).
final class CrowdedRates {
    /// Part of the way to what is seen that the most goes per interval.
    private static final double FADES = 0.002;

    /// How many standard errors what was seen may be too much, and the most of that, as a part of it.
    private static final double ERRORS = 1;

    private static final double MOST_ERROR = 0.05;

    private double[] mostBps = {};
    private boolean[] crowded = {};

    /// Takes in an interval.
    ///
    /// @param rates how far a pipe's throughput differs from interval to interval
    /// @param nowCrowded per pipe whether something that it shares is nearly full
    void observe(IntervalView view, ConnectionRates rates, boolean[] nowCrowded) {
        mostBps = view.table().carry(mostBps, 0);
        crowded = nowCrowded;
        for (int i = 0; i < mostBps.length; i++) {
            double seenBps = view.perConnectionBps()[i];
            if (view.usable()[i] && seenBps > 0) {
                double lessBps = seenBps * (1 - Math.min(MOST_ERROR, ERRORS * rates.noise(i)));
                double fadedBps = mostBps[i] + FADES * (seenBps - mostBps[i]);
                mostBps[i] = Double.isFinite(fadedBps) ? Math.max(fadedBps, lessBps) : lessBps;
            }
        }
    }

    /// In bit/s; 0 where nothing that the pipe shares is nearly full.
    double freeBps(int pipe) {
        return crowded[pipe] ? mostBps[pipe] : 0;
    }
}
