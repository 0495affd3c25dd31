// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The best connections that were seen in the present situation, and how far a step may lead away from them.
///
/// A linear prediction says nothing of a cliff that nobody has seen: where connections cost capacity, one step too
/// far can lose half of what is carried. So whenever the utility falls clearly below the best of the same situation,
/// the next step leads back to where that was, and the steps after it are shorter: half as long after each fall,
/// longer again with each interval without one (a trust region; Conn, Gould and Toint, Trust-Region Methods, 2000).
/// Where going back does not bring the utility back, the network has changed: what was best is forgotten. Where too
/// many files stay the way back has not been gone before half of them have ended. The situation is who has work, which
/// way it goes, and what is asked of it. Where it changes for some pipes only, those and all who share something with
/// them begin anew: what they have now is their best. In a grid pipes come, go and run dry all the time, and what was
/// learnt at the other end of the network is no less true.
///
/// Another situation is also that a control is kept that was broken: to keep a guarantee costs utility, and to go back
/// to where it was short would be to break it for that.
///
/// Kept are whole numbers, as they were in force: where every connection counts, another rounding of the same real
/// numbers is another point. Cost: O(pipes). Used by one thread.
final class Incumbent {
    /// A fall by less than this part of what all pipes gain by their throughput is none; nor one within so many
    /// standard errors.
    private static final double LOSS = 0.05;

    private static final double ERRORS = 3;

    /// By how much of it the best loses its worth in an interval: it may have been luck, or of another time.
    private static final double AGEING = 0.001;

    /// With less than this part of the connections of the best a fall is no cliff: there it goes on as measured.
    private static final double FEWER = 0.9;

    /// Where files keep their connections to their end the way back takes a while. It has been gone when at most this
    /// part of what was too many is left.
    private static final double RETURNED = 0.5;

    /// Who moves less than this part of what it did at the best has lost most of it.
    private static final double LOST_MOST = 0.5;

    private static final double LEAST_TRUST = 0.03;
    private static final double TRUST_SHRINKS = 0.5;
    /// With a new best, and in any interval without a fall.
    private static final double TRUST_GROWS = 1.3;

    private static final double TRUST_RETURNS = 1.05;

    /// A pipe with fewer connections may go as far from its best as one with so many.
    private static final double LEAST_REACH = 8;

    /// What of the connections may change where a change of the utility is taken for noise, the weight of the newest
    /// one, and the least variance from which it grows.
    private static final double STEADY = 0.05;

    private static final double NEWEST = 0.2;
    private static final double LEAST_NOISE = 1e-4;

    private double[] best = {};
    private double[] bestBps = {};
    private double[] bestOpen = {};
    /// The connections of the interval before, what was open and what moved; no number where nothing can be compared.
    private double[] before = {};
    private double[] beforeBps = {};
    private double[] beforeOpen = {};
    private double steadyNoise;
    private boolean[] busy = {};
    private double aged;

    /// Per pipe whether it has got work since the best was seen, or something else is asked of it: it has no best
    /// of its own yet.
    private boolean[] fresh = {};

    private boolean known;
    private boolean wentBack;
    private boolean crowded;
    private double fellBeyond;
    private double trust = 1;

    private final IntToDoubleFunction noise;

    /// @param noise per pipe the standard error of its throughput from one interval to the next, as a part of it
    Incumbent(IntToDoubleFunction noise) {
        this.noise = noise;
    }

    /// a(T, n) as the pipes count now.
    @FunctionalInterface
    interface Value {
        /// a(T, n).
        ///
        /// @param throughputBps per pipe, in bit/s
        /// @param connections per pipe the mean number of open ones
        double of(double[] throughputBps, double[] connections);
    }

    /// Looks at an interval.
    ///
    /// @param connections per pipe the number that was in force
    /// @param slope da/dT per pipe
    /// @param value the utility
    /// @param asked per pipe whether something else is asked of it than in the interval before; null if of none
    /// @param noteBest told for which pipes what is now is the best
    /// @param crowdedByFiles whether files that stay are too many, so that each costs something
    /// @return whether the next step is to lead back to the best
    boolean isLost(
            IntervalView view,
            double[] connections,
            double[] slope,
            Value value,
            boolean @Nullable [] asked,
            Consumer<boolean[]> noteBest,
            boolean crowdedByFiles) {
        double utility = value.of(view.throughputBps(), view.connections());
        boolean another = isAnother(view, connections, asked, noteBest) || !known;
        crowded = crowdedByFiles;
        double scale = 0;
        double variance = 0;
        for (int i = 0; i < connections.length; i++) {
            scale += slope[i] * view.throughputBps()[i];
            double error = slope[i] * Math.max(view.spreadBps()[i], noise.applyAsDouble(i) * view.throughputBps()[i]);
            variance += error * error;
        }
        if (!(scale > 0) || !Double.isFinite(utility) || !Double.isFinite(scale)) {
            // Where more is open than at the best, nothing may move just because of that.
            known &= !another && crowded && beyond(connections) > 0;
            return false;
        }
        double bestValue = value.of(bestBps, bestOpen);
        if (another || !Double.isFinite(bestValue)) {
            take(view, connections, noteBest);
            trust = 1;
            return false;
        }
        double error = Math.sqrt(
                Math.max(variance / (scale * scale), steadyNoise(view, connections, slope, utility, value, scale)));
        double gain = (utility - bestValue + aged) / scale;
        if (gain >= 0) {
            take(view, connections, noteBest);
            trust = Math.min(1, trust * TRUST_GROWS);
            return false;
        }
        aged += AGEING * scale;
        boolean fewer = sumOfBusy(connections) < FEWER * sumOfBusy(best);
        boolean fell = !fewer && gain < -(LOSS + ERRORS * error);
        double beyond = beyond(connections);
        if (fell && wentBack && crowded && beyond > RETURNED * fellBeyond) {
            return true;
        }
        if (fell && wentBack) {
            take(view, connections, noteBest);
            return false;
        }
        wentBack = fell;
        fellBeyond = fell ? beyond : 0;
        trust = fell ? Math.max(LEAST_TRUST, trust * TRUST_SHRINKS) : Math.min(1, trust * TRUST_RETURNS);
        return fell;
    }

    /// Variance of the utility from one interval to the next, as seen while connections stayed about the same, of those
    /// whose situation did: samples within an interval do not tell how reports that come in bursts fall into it.
    ///
    /// @param all what all pipes gain by their throughput
    private double steadyNoise(
            IntervalView view, double[] connections, double[] slope, double utility, Value value, double all) {
        double moved = 0;
        double compared = 0;
        double scale = 0;
        for (int i = 0; i < connections.length; i++) {
            if (!Double.isNaN(before[i])) {
                moved += Math.abs(connections[i] - before[i]);
                compared += connections[i];
                scale += slope[i] * view.throughputBps()[i];
            }
        }
        if (scale > 0 && moved < STEADY * compared) {
            double since = utility - value.of(beforeBps, beforeOpen);
            // Of all it is less than of a part, as errors that have nothing to do with each other are.
            double jump = since * since / (2 * scale * all);
            double believed = Math.min(jump, ERRORS * ERRORS * Math.max(steadyNoise, LEAST_NOISE));
            steadyNoise += Double.isFinite(believed) ? NEWEST * (believed - steadyNoise) : 0;
        }
        before = connections.clone();
        beforeBps = view.throughputBps().clone();
        beforeOpen = view.connections().clone();
        return steadyNoise;
    }

    /// Connections that are more than those of the best, pipe by pipe, of those that can go back to it.
    private double beyond(double[] connections) {
        double beyond = 0;
        for (int i = 0; i < connections.length && best.length == connections.length; i++) {
            beyond += busy[i] && hasBest(i) ? Math.max(0, connections[i] - best[i]) : 0;
        }
        return beyond;
    }

    private double sumOfBusy(double[] values) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += busy[i] ? values[i] : 0;
        }
        return sum;
    }

    /// Takes over pipes and paths. Where the situation is another one for some, what they have now is their best; who
    /// is on the way back goes on on it.
    ///
    /// @return whether it is another one for all that have work
    private boolean isAnother(
            IntervalView view, double[] connections, boolean @Nullable [] asked, Consumer<boolean[]> noteBest) {
        boolean[] busyBefore = busy;
        adopt(view.table());
        if (asked == null && !view.pathsChanged() && Arrays.equals(busy, view.busy())) {
            return false;
        }
        boolean[] touched = SituationChange.touched(view, busyBefore, busy, asked);
        boolean[] hadWork = busy;
        busy = view.busy().clone();
        boolean all = true;
        for (int i = 0; i < touched.length; i++) {
            all &= touched[i] || !busy[i];
            if (touched[i]) {
                boolean goesBack =
                        wentBack && crowded && hadWork[i] && view.resources().isSameWay(i);
                fresh[i] |= !hadWork[i] || (asked != null && asked[i]);
                best[i] = goesBack ? Math.min(best[i], connections[i]) : connections[i];
                bestBps[i] = view.throughputBps()[i];
                bestOpen[i] = view.connections()[i];
                before[i] = Double.NaN;
                beforeBps[i] = view.throughputBps()[i];
                beforeOpen[i] = view.connections()[i];
            }
        }
        noteBest.accept(touched);
        return all;
    }

    private void adopt(PipeTable table) {
        best = table.carry(best, 0);
        bestBps = table.carry(bestBps, 0);
        bestOpen = table.carry(bestOpen, 0);
        before = table.carry(before, Double.NaN);
        beforeBps = table.carry(beforeBps, 0);
        beforeOpen = table.carry(beforeOpen, 0);
        busy = table.carry(busy, false);
        fresh = table.carry(fresh, false);
    }

    private void take(IntervalView view, double[] connections, Consumer<boolean[]> noteBest) {
        boolean[] all = new boolean[connections.length];
        Arrays.fill(all, true);
        noteBest.accept(all);
        best = connections.clone();
        bestBps = view.throughputBps().clone();
        bestOpen = view.connections().clone();
        busy = view.busy().clone();
        fresh = new boolean[best.length];
        aged = 0;
        known = true;
        wentBack = false;
    }

    /// The best number of connections of a pipe.
    double connections(int pipe) {
        return best[pipe];
    }

    /// Whether files that stay are too many: then the way back takes until they end, and nothing is to begin on it.
    boolean isCrowded() {
        return crowded;
    }

    /// Whether there are too many files, and a pipe moves less than half of what it did at the best.
    boolean hasLostMost(int pipe, double throughputBps) {
        return crowded && !fresh[pipe] && throughputBps < LOST_MOST * bestBps[pipe];
    }

    /// Whether there is something that a pipe can go back to: it had work at the best, and rounding has not left it out
    /// then.
    boolean hasBest(int pipe) {
        return !fresh[pipe] && best[pipe] >= 1;
    }

    /// Part of the usual length that a step of a pipe may have, at most 1.
    double trust(int pipe) {
        return pipe < fresh.length && fresh[pipe] ? 1 : trust;
    }

    /// How far from its best number of connections a pipe may be after a step; infinite where all is trusted.
    double radius(int pipe) {
        return known && trust(pipe) < 1 ? trust(pipe) * Math.max(LEAST_REACH, best[pipe]) : Double.POSITIVE_INFINITY;
    }
}
