// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.PipeTable;
import io.tcn.core.optimizer.ascent.ResourceTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The deterioration that resources have in common, if they have: `loss = delta (N - n0)` for N above n0, with N all
/// connections on a resource and loss the part of the capacity that the map tells which it does not carry when full.
///
/// One resource alone shows its deterioration only to who walks up and down its cliff, and that is dear. Many
/// together show it without: those that are full with 30 connections, with 50 and with 70 lie on one line. Every
/// resource gives a point, what it carries with how many connections, averaged over the last few intervals. No point
/// of a resource lies below the line, for that would be more than it can carry; and those lie on it that are full.
/// Which these are is not known: of a pipe that is held back by none that is as full as the map says, every resource
/// where it is one of the fastest may be it. So this is a fit with many points that do not belong to it, all on one
/// side (Fischler and Bolles, RANSAC, 1981): the line through any two of them that has most others on it, and next
/// to none below.
///
/// It is believed once enough agree, and until too many carry more than it allows; near the optimum hardly anybody is
/// held back, so that nothing speaks for it any more. Each pipe counts for one resource: of four pipes the resources
/// of two lay on a line by chance, and that kept the other two from growing for good. Where resources deteriorate each
/// in its own way, where capacities of the map are wrong, or where others use the links, they do not agree, and nothing
/// is concluded.
///
/// Cost: O(total path length + 1), the 1 being at most [#MOST_POINTS]^2 lines on [#MOST_POINTS] + [#MOST_WITNESSES]
/// points. Used by one thread.
final class CommonDeterioration {
    /// So many resources that may be full are looked at; and so many that show what can be carried.
    private static final int MOST_POINTS = 48;

    private static final int MOST_WITNESSES = 200;

    /// No pipe.
    static final int NOBODY = -1;

    /// So many on one line, of pipes of their own, are no chance; and for each one on it so many below it are errors of
    /// measurement, or so many in all when it is believed already.
    private static final int LEAST_POINTS = 3;

    private static final double MOST_BELOW = 0.3;
    private static final double MOST_ERRORS = 2;

    /// What one point below the line weighs against those on it.
    private static final double WEIGHT_BELOW = 2;

    /// A line that is believed is given up only for one that has more points than it ever had, and this; and what is
    /// left of what it had, per interval.
    private static final double LOYALTY = 0.5;

    private static final double KEPT = 0.97;

    /// Points that differ by fewer connections say nothing about the slope.
    private static final double APART = 4;

    /// So near, in parts of the capacity, a point is on the line; so far below it, it is against it.
    private static final double NEAR = 0.03;

    private static final double BELOW = 0.045;

    /// In so many intervals it has to be so before a line is believed.
    private static final int LEAST_AGREED = 2;

    /// So many points, beyond those against it, are believed at once.
    private static final int MANY_POINTS = 4;

    /// Losses that lie no farther apart are the error of a map that tells too much everywhere.
    private static final double LEAST_SPAN = 0.08;

    /// Less than this part of the capacity is no loss.
    private static final double CLEAR_LOSS = 0.03;

    /// The least delta and n0: without room for some connections it is an error in the capacity.
    private static final double LEAST_SLOPE = 1e-4;

    private static final double LEAST_KNEE = 2;

    /// A pipe is held back by a resource that is as full as the map says where that carries so much of its capacity.
    private static final double AS_TOLD = 0.93;

    /// For how many intervals a resource that may have been full may be so still.
    private static final int MEMORY = 4;

    /// Weight of the newest interval in a point; where connections jump it begins anew.
    private static final double NEWEST = 0.3;

    private static final double JUMP = 3;

    private double[] connections = {};
    private double[] loss = {};
    private int[] mayBeFull = {};
    /// The pipe that speaks for a resource.
    private int[] speaker = {};

    private final double[] pointConnections = new double[MOST_POINTS];
    private final double[] pointLoss = new double[MOST_POINTS];
    /// Numbered from 0; as many as there are points at most, so that a set of them is a `long`.
    private final int[] pointSpeaker = new int[MOST_POINTS];
    private int points;
    private final double[] witnessConnections = new double[MOST_WITNESSES];
    private final double[] witnessLoss = new double[MOST_WITNESSES];
    private int witnesses;

    private double slope;
    private double knee;
    private boolean known;
    /// The best score of the line, fading.
    private double standing;

    private int on;
    private int below;
    /// In how many intervals the line has found agreement since it was found.
    private int agreed;

    /// Takes over other resources. What is believed of all stays, and what was seen of those that were there, unless
    /// the pipe that speaks for one is gone.
    void adopt(ResourceTable resources, PipeTable pipes) {
        connections = resources.carry(connections, 0);
        loss = resources.carry(loss, 0);
        mayBeFull = resources.carry(mayBeFull, 0);
        speaker = resources.carry(speaker, NOBODY);
        for (int r = 0; r < speaker.length; r++) {
            speaker[r] = speaker[r] < 0 ? NOBODY : pipes.after(speaker[r]);
            boolean same = resources.isToldTheSame(r);
            mayBeFull[r] = speaker[r] >= 0 && same ? mayBeFull[r] : 0;
            connections[r] = same ? connections[r] : 0;
        }
    }

    /// Takes in an interval.
    ///
    /// @param toldBps per resource the capacity that the map tells, infinite where it does not
    void observe(IntervalView view, ConnectionRates rates, ResourceLoads loads, double[] toldBps) {
        int[] held = heldBack(view, rates, loads, toldBps);
        for (int r = 0; r < toldBps.length; r++) {
            double told = toldBps[r];
            if (loads.connections(r) > 0 && told > 0 && told < Double.POSITIVE_INFINITY) {
                see(r, loads.connections(r), 1 - loads.carriedBps(r) / told, held[r]);
            } else {
                connections[r] = 0;
            }
        }
        conclude();
    }

    /// Takes in what a resource carried.
    ///
    /// @param lost part of its capacity that it did not carry
    /// @param held a pipe that is held back and that it may hold back, or [#NOBODY]
    void see(int r, double n, double lost, int held) {
        double weight = Math.abs(n - connections[r]) > JUMP ? 1 : NEWEST;
        connections[r] += weight * (n - connections[r]);
        loss[r] += weight * (lost - loss[r]);
        mayBeFull[r] = held >= 0 ? MEMORY : Math.max(0, mayBeFull[r] - 1);
        speaker[r] = held >= 0 ? held : speaker[r];
    }

    /// Finds the line, after all resources were seen.
    void conclude() {
        gather();
        fit();
    }

    /// Per resource a pipe that it may hold back. Who is held back is so by one resource, whichever it is: a pipe
    /// speaks for several only where no other one does.
    private static int[] heldBack(IntervalView view, ConnectionRates rates, ResourceLoads loads, double[] toldBps) {
        PathIndex paths = view.paths();
        int[] held = new int[toldBps.length];
        Arrays.fill(held, NOBODY);
        int[] speaksFor = new int[view.size()];
        for (int i = 0; i < view.size(); i++) {
            boolean isHeld = view.usable()[i] && (rates.isHeldBack(i) || rates.isBelowForLong(i));
            if (isHeld && !isExplained(i, paths, loads, toldBps)) {
                for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                    int r = paths.resourceAt(p);
                    if (loads.isTop(i, r)) {
                        boolean relieves = held[r] != NOBODY && speaksFor[held[r]] > 1 && speaksFor[i] == 0;
                        if (relieves) {
                            speaksFor[held[r]]--;
                        }
                        if (relieves || held[r] == NOBODY) {
                            held[r] = i;
                            speaksFor[i]++;
                        }
                    }
                }
            }
        }
        return held;
    }

    /// Whether one of its resources is as full as the map says.
    private static boolean isExplained(int i, PathIndex paths, ResourceLoads loads, double[] toldBps) {
        boolean explained = false;
        for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
            int r = paths.resourceAt(p);
            explained |= loads.isTop(i, r) && loads.carriedBps(r) > AS_TOLD * toldBps[r];
        }
        return explained;
    }

    private boolean isPoint(int r) {
        return connections[r] > 0 && mayBeFull[r] > 0 && loss[r] > CLEAR_LOSS;
    }

    /// Where there are too many, each second or third resource, so that they come from everywhere.
    private void gather() {
        int allPoints = 0;
        int all = 0;
        for (int r = 0; r < connections.length; r++) {
            allPoints += isPoint(r) ? 1 : 0;
            all += connections[r] > 0 ? 1 : 0;
        }
        int eachPoint = 1 + allPoints / MOST_POINTS;
        int each = 1 + all / MOST_WITNESSES;
        points = 0;
        witnesses = 0;
        int seenPoints = 0;
        int seen = 0;
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int r = 0; r < connections.length; r++) {
            if (isPoint(r) && seenPoints++ % eachPoint == 0) {
                pointConnections[points] = connections[r];
                pointLoss[points] = loss[r];
                pointSpeaker[points] = numbers.computeIfAbsent(speaker[r], pipe -> numbers.size());
                points++;
            }
            if (connections[r] > 0 && seen++ % each == 0) {
                witnessConnections[witnesses] = connections[r];
                witnessLoss[witnesses++] = loss[r];
            }
        }
    }

    private void fit() {
        boolean wasKnown = known;
        if (known) {
            standing = Math.max(score(slope, knee), KEPT * standing);
            known = below <= Math.max(MOST_ERRORS, MOST_BELOW * on);
        }
        if (!known) {
            standing = 0;
            agreed = wasKnown ? 0 : agreed;
        }
        double best = known ? standing + LOYALTY : 0;
        double bestSlope = slope;
        double bestKnee = knee;
        for (int i = 0; i < points; i++) {
            for (int j = 0; j < i; j++) {
                double apart = pointConnections[i] - pointConnections[j];
                if (Math.abs(apart) < APART) {
                    continue;
                }
                double lineSlope = (pointLoss[i] - pointLoss[j]) / apart;
                double lineKnee = pointConnections[i] - pointLoss[i] / lineSlope;
                if (lineSlope > LEAST_SLOPE && lineKnee > LEAST_KNEE) {
                    double score = score(lineSlope, lineKnee);
                    if (score > best) {
                        best = score;
                        bestSlope = lineSlope;
                        bestKnee = lineKnee;
                    }
                }
            }
        }
        if (!known && agreed > 0) {
            // A line through resources that were not full breaks as soon as connections change.
            agreed = score(slope, knee) > 0 && isAgreed() ? agreed : 0;
            bestSlope = agreed > 0 ? slope : bestSlope;
            bestKnee = agreed > 0 ? knee : bestKnee;
        }
        if (settle(bestSlope, bestKnee)) {
            agreed++;
            known |= agreed >= LEAST_AGREED || on - WEIGHT_BELOW * below >= MANY_POINTS;
            standing = Math.max(score(slope, knee), standing);
        } else if (!known) {
            agreed = 0;
        }
    }

    private static double off(double n, double lost, double lineSlope, double lineKnee) {
        return lost - lineSlope * (n - lineKnee);
    }

    private double score(double lineSlope, double lineKnee) {
        long speakers = 0;
        below = 0;
        for (int i = 0; i < points; i++) {
            if (Math.abs(off(pointConnections[i], pointLoss[i], lineSlope, lineKnee)) < NEAR) {
                speakers |= 1L << pointSpeaker[i];
            }
        }
        on = Long.bitCount(speakers);
        for (int i = 0; i < witnesses; i++) {
            // Before the knee nothing is lost, and more than the map says cannot be carried.
            double n = Math.max(witnessConnections[i], lineKnee);
            if (off(n, witnessLoss[i], lineSlope, lineKnee) < -BELOW) {
                below++;
            }
        }
        return on - WEIGHT_BELOW * below;
    }

    /// Least squares through the points on the line.
    private boolean settle(double lineSlope, double lineKnee) {
        double sumN = 0;
        double sumLoss = 0;
        double squares = 0;
        double products = 0;
        int count = 0;
        double leastLoss = Double.POSITIVE_INFINITY;
        double mostLoss = 0;
        for (int i = 0; i < points; i++) {
            double n = pointConnections[i];
            if (Math.abs(off(n, pointLoss[i], lineSlope, lineKnee)) < NEAR) {
                sumN += n;
                sumLoss += pointLoss[i];
                squares += n * n;
                products += n * pointLoss[i];
                leastLoss = Math.min(leastLoss, pointLoss[i]);
                mostLoss = Math.max(mostLoss, pointLoss[i]);
                count++;
            }
        }
        double spread = count * squares - sumN * sumN;
        if (count < LEAST_POINTS || mostLoss - leastLoss < LEAST_SPAN || !(spread > 0)) {
            return false;
        }
        double settled = (count * products - sumN * sumLoss) / spread;
        double settledKnee = (sumN - sumLoss / settled) / count;
        if (!(settled > LEAST_SLOPE) || !(settledKnee > LEAST_KNEE)) {
            return false;
        }
        score(settled, settledKnee);
        if (isAgreed()) {
            slope = settled;
            knee = settledKnee;
            return true;
        }
        return false;
    }

    private boolean isAgreed() {
        return on >= LEAST_POINTS && below <= MOST_BELOW * on;
    }

    /// Whether resources have a deterioration in common.
    boolean isKnown() {
        return known;
    }

    /// delta: the part of its capacity that each connection costs a resource.
    double lossPerConnection() {
        return slope;
    }

    /// n0: so many connections cost nothing.
    double fromConnections() {
        return knee;
    }
}
