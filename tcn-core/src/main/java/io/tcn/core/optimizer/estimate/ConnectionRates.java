// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;

/// Per pipe what one connection carries by itself, where nothing that is shared holds it back, and whether something
/// holds it back now.
///
/// The rate is a Kalman filter of throughput per connection: the mean of noisy values, not their record. It learns
/// where there is room. Where something on the way is nearly full what is seen may be a little less than the rate;
/// to follow that would make congestion look like slow connections, and n would creep upward. So there only the
/// first few intervals count, and what is clearly above the rate. A pipe is held back when the mean of its last few
/// intervals is below the rate by more than the errors of both explain; or when many intervals in a row were below it
/// by less, which together no chance explains ([CumulativeSum]). Without the second, each connection more
/// that costs a little would pass for noise, and the rate would follow. It counts only where connections are known to
/// cost something: elsewhere a connection too many does less harm than one too few.
///
/// Nothing is frozen for good: while a pipe is held back its rate thaws towards what is seen, slowly; and fast where
/// nothing that it shares explains it and fewer connections do not help, for then connections have become slower.
///
/// The noise is that from one interval to the next. Samples within an interval only say how to begin: storages
/// report every one to five seconds, so that shorter samples are bursts and gaps. Cost: O(pipes).
final class ConnectionRates {
    /// By how much of itself a rate may change from one interval to the next.
    private static final double DRIFT = 0.003;

    /// Weight of the newest interval in the mean of the last few.
    private static final double NEWEST = 0.5;

    /// A pipe is held back if it is below its rate by more than this part of it, and by so many standard errors.
    private static final double CLEARLY = 0.02;

    private static final double ERRORS = 3;

    /// A value above the rate by so many standard errors counts also where something on the way is nearly full.
    private static final double ABOVE = 2;

    /// A rate whose standard error is less than this part of it is known well enough to stay where it is crowded.
    private static final double KNOWN = 0.007;

    /// Part of the way to what is seen that the rate of a pipe that is held back goes per interval.
    private static final double THAW = 0.002;

    /// The same where it is below its rate for long, but not clearly held back.
    private static final double THAW_BELOW = 0.005;

    /// The same where connections seem to have become slower: fewer of them do not help.
    private static final double FAST_THAW = 0.3;

    /// So many connections are few. Where there were more by this part of them, and by so many standard errors, when
    /// the pipe began to be held back, there are fewer.
    private static final double FEW = 1.5;

    private static final double FEWER = 0.15;
    private static final double FEWER_ERRORS = 4;

    /// Where fewer connections share what is there, each carries more; by this part of that at least.
    private static final double RISEN = 0.2;

    /// How fast the estimate of the noise follows; the least one to begin with, the least and the greatest one, as
    /// parts of the rate.
    private static final double NOISE_WEIGHT = 0.1;

    private static final double FIRST_NOISE = 0.02;
    private static final double LEAST_NOISE = 0.003;
    private static final double MOST_NOISE = 0.5;

    /// Where fewer connections than this were open in the mean of a pipe's first interval, it began within it, and what
    /// was seen is the rate of files that were cut: its standard error as a part of it.
    private static final double WHOLE = 0.95;

    private static final double CUT_ERROR = 0.3;

    private double[] rateBps = {};
    private double[] variance = {};
    private double[] recentBps = {};
    private double[] lastBps = {};
    private double[] noise = {};

    /// Its square root, which is asked for on each way of each pipe.
    private double[] noiseError = {};

    private boolean[] heldBack = {};
    private boolean[] lone = {};
    private double[] loneConnections = {};
    private double[] loneBps = {};
    private boolean[] slower = {};
    private boolean[] surprised = {};
    private boolean[] cut = {};
    private boolean[] below = {};
    private boolean longCounts;
    private double[] belowSum = {};

    /// Takes in an interval.
    ///
    /// @param alone per pipe whether it is likely to be held back by something that it does not share
    void observe(IntervalView view, boolean[] alone) {
        rateBps = view.table().carry(rateBps, 0);
        variance = view.table().carry(variance, 0);
        recentBps = view.table().carry(recentBps, 0);
        lastBps = view.table().carry(lastBps, 0);
        noise = view.table().carry(noise, 0);
        heldBack = view.table().carry(heldBack, false);
        lone = view.table().carry(lone, false);
        loneConnections = view.table().carry(loneConnections, 0);
        loneBps = view.table().carry(loneBps, 0);
        slower = view.table().carry(slower, false);
        surprised = view.table().carry(surprised, false);
        cut = view.table().carry(cut, false);
        belowSum = view.table().carry(belowSum, 0);
        below = view.table().carry(below, false);
        for (int i = 0; i < rateBps.length; i++) {
            if (view.usable()[i] && (view.throughputBps()[i] > 0 || rateBps[i] > 0)) {
                double seenBps = view.throughputBps()[i] / view.connections()[i];
                if (rateBps[i] > 0) {
                    update(i, seenBps, alone[i]);
                } else {
                    begin(i, seenBps, view.spreadBps()[i] / view.throughputBps()[i]);
                    cut[i] = view.connections()[i] < WHOLE;
                }
            }
        }
        if (noiseError.length != noise.length) {
            noiseError = new double[noise.length];
        }
        for (int i = 0; i < noise.length; i++) {
            noiseError[i] = Math.sqrt(noise[i]);
        }
    }

    private void begin(int i, double seenBps, double spread) {
        rateBps[i] = seenBps;
        recentBps[i] = seenBps;
        lastBps[i] = seenBps;
        noise[i] = squared(Math.clamp(spread, FIRST_NOISE, MOST_NOISE));
        variance[i] = noise[i];
        heldBack[i] = false;
        surprised[i] = false;
        belowSum[i] = 0;
    }

    private void update(int i, double seenBps, boolean alone) {
        double jump = squared((seenBps - lastBps[i]) / rateBps[i]) / 2;
        double followed = noise[i] + NOISE_WEIGHT * (Math.min(jump, squared(ERRORS) * noise[i]) - noise[i]);
        noise[i] = Math.clamp(followed, squared(LEAST_NOISE), squared(MOST_NOISE));
        lastBps[i] = seenBps;
        boolean jumped = squared((seenBps - recentBps[i]) / rateBps[i]) > squared(ERRORS) * noise[i];
        recentBps[i] += (jumped ? 1 : NEWEST) * (seenBps - recentBps[i]);

        double recentVariance = jumped ? noise[i] : noise[i] * NEWEST / (2 - NEWEST);
        double margin = Math.max(CLEARLY, ERRORS * Math.sqrt(variance[i] + recentVariance));
        boolean clearly = recentBps[i] < rateBps[i] * (1 - margin) && seenBps < rateBps[i];
        double errors = (1 - seenBps / rateBps[i]) / Math.sqrt(noise[i] + variance[i]);
        belowSum[i] = CumulativeSum.after(belowSum[i], errors);
        boolean forLong = CumulativeSum.isNoChance(belowSum[i])
                && recentBps[i] < rateBps[i] * (1 - CLEARLY)
                && seenBps < rateBps[i] * (1 + Math.sqrt(noise[i]));
        below[i] = forLong;
        heldBack[i] = clearly || (forLong && longCounts);
        lone[i] = heldBack[i] && alone;
    }

    /// Learns the rates.
    ///
    /// @param crowded per pipe whether something on its way is nearly full: what is seen may be less than the rate
    /// @param refuted per pipe whether it seemed held back and its connections are slower instead, whatever it
    ///     shares
    void learn(IntervalView view, boolean[] crowded, boolean[] refuted) {
        for (int i = 0; i < rateBps.length; i++) {
            if (!view.usable()[i] || !(rateBps[i] > 0)) {
                continue;
            }
            if (cut[i]) {
                cut[i] = false;
                variance[i] = Math.max(variance[i], squared(CUT_ERROR));
                continue;
            }
            double error = lastBps[i] / rateBps[i] - 1;
            double errors = error / Math.sqrt(variance[i] + noise[i]);
            boolean twice = errors > ERRORS && surprised[i];
            surprised[i] = errors > ERRORS;
            if (!heldBack[i]) {
                slower[i] = false;
            }
            if (heldBack[i] && refuted[i]) {
                slower[i] = true;
                rateBps[i] = recentBps[i];
                variance[i] = noise[i];
            } else if (heldBack[i]) {
                thaw(i, view.connections()[i]);
            } else if (twice) {
                // It was held back until now, from the beginning. Once may be a report that came late.
                variance[i] = squared(error);
                follow(i);
            } else if (!surprised[i] && (!crowded[i] || variance[i] > squared(KNOWN) || errors > ABOVE)) {
                variance[i] += crowded[i] ? 0 : squared(DRIFT);
                follow(i);
            } else if (below[i]) {
                // Too little to be sure that it is held back, for too long to be chance: it is not frozen either.
                rateBps[i] += THAW_BELOW * (lastBps[i] - rateBps[i]);
            }
            if (!Double.isFinite(rateBps[i]) || !Double.isFinite(variance[i]) || !Double.isFinite(noise[i])) {
                rateBps[i] = 0;
            }
        }
    }

    private void thaw(int i, double connections) {
        if (!lone[i]) {
            loneConnections[i] = 0;
        } else if (connections > loneConnections[i]) {
            loneConnections[i] = connections;
            loneBps[i] = recentBps[i];
        }
        double more = loneConnections[i] / connections - 1;
        boolean fewer = connections <= FEW || more > Math.max(FEWER, FEWER_ERRORS * Math.sqrt(noise[i]));
        slower[i] = lone[i] && fewer && recentBps[i] < (1 + RISEN * Math.clamp(more, 0.5, 1)) * loneBps[i];
        rateBps[i] += (slower[i] ? FAST_THAW : THAW) * (lastBps[i] - rateBps[i]);
    }

    private void follow(int i) {
        double gain = variance[i] / (variance[i] + noise[i]);
        rateBps[i] += gain * (lastBps[i] - rateBps[i]);
        variance[i] *= 1 - gain;
    }

    private static double squared(double value) {
        return value * value;
    }

    /// What one connection carries by itself, in bit/s; 0 where nothing was seen yet.
    double rateBps(int pipe) {
        return rateBps[pipe];
    }

    /// Throughput per connection over the last few intervals, in bit/s.
    double recentBps(int pipe) {
        return recentBps[pipe];
    }

    /// Standard error of the throughput of one interval as a part of it.
    double noise(int pipe) {
        return noiseError[pipe];
    }

    /// Whether something holds the pipe back: a connection of it carries less than it would by itself.
    boolean isHeldBack(int pipe) {
        return heldBack[pipe];
    }

    /// Whether the pipe has been below its rate for so long that it is no chance, if only by a little.
    boolean isBelowForLong(int pipe) {
        return below[pipe];
    }

    /// Says whether a pipe that is below its rate for long is held back.
    void countLong(boolean counts) {
        longCounts = counts;
    }

    /// Whether a pipe is held back because its connections have become slower.
    boolean isSlower(int pipe) {
        return slower[pipe];
    }
}
