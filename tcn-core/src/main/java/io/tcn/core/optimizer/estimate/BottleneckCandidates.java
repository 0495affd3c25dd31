// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/// Names for a pipe that is held back the resource on its way that is most likely to hold it back, from one
/// interval alone. Three rules, of which the first that names one counts:
///
/// 1. **The fastest.** By max-min fairness a full resource holds back its fastest pipes first. So those are
///    looked at on which the pipe is among the fastest: first where others are held back at the same level, then
///    the fullest.
/// 2. **Of several.** A connection over several full links meets the losses of each, so that TCP leaves it less
///    than max-min fairness does, and it is among the fastest nowhere. If several on its way are nearly full, it
///    is that whose fastest pipes are held back most.
/// 3. **The far one.** TCP shares a full link by one over the round-trip time, about (Mathis et al., The
///    macroscopic behavior of the TCP congestion avoidance algorithm, 1997, equation 3). Near ones may reach all
///    that they can carry, and are held back by nothing, while a far one beside them is left a third. So where
///    the first two name nothing, or nothing but what the pipe has to itself and leaves room on, it is something
///    that others use too: of those of which the map tells no capacity the one that most surely carries the same
///    however many connections are on it ([SteadyLoads]); or the only one of which a capacity is known, or of
///    several that of the second rule, of which one that is nearly full is enough, whatever the fastest carry over
///    it. These last explain nearly all, so that they count only once evidence has shown it ([BottleneckTest]).
///
/// The third is not for a linear utility: there it does not matter who moves the bytes. Used by one thread. Cost:
/// O(path length) per pipe.
final class BottleneckCandidates {
    /// None.
    static final int NOTHING = -2;

    /// Levels that differ by less than this part are equal.
    private static final double SAME_LEVEL = 0.06;

    /// A resource of which this part is used may be one of several that hold a pipe back together; or one whose fastest
    /// pipes carry less than this part of what they would by themselves.
    private static final double NEARLY_FULL = 0.9;

    private static final double HELD_AT_TOP = 0.9;

    /// Of several, another one is taken instead of that of before if its fastest pipes carry so much less, as a part of
    /// what they would by themselves.
    private static final double CLEARLY_TIGHTER = 0.1;

    private final ConnectionRates rates;
    private final ResourceLoads loads;
    private final SteadyLoads steady;
    private final boolean far;
    private IntervalView view = IntervalView.none();
    private PathIndex paths = PathIndex.none();
    private IntToDoubleFunction limitBps = r -> Double.POSITIVE_INFINITY;
    private boolean[] ofSeveral = {};
    private boolean[] asFar = {};
    private int[] heldAtLevel = {};
    private double[] topPart = {};
    private double[] surePart = {};

    /// @param steady which resources carry the same however many connections are on them
    /// @param far whether the third rule applies
    BottleneckCandidates(ConnectionRates rates, ResourceLoads loads, SteadyLoads steady, boolean far) {
        this.rates = rates;
        this.loads = loads;
        this.steady = steady;
        this.far = far;
    }

    /// Begins anew with other paths.
    void adopt(IntervalView newView) {
        paths = newView.paths();
        ofSeveral = new boolean[newView.size()];
        asFar = new boolean[newView.size()];
        heldAtLevel = new int[paths.resources()];
        topPart = new double[paths.resources()];
        surePart = new double[paths.resources()];
    }

    /// Takes in an interval.
    ///
    /// @param newLimitBps per resource what it carries with the connections on it; infinite where nobody knows
    void see(IntervalView newView, IntToDoubleFunction newLimitBps) {
        view = newView;
        limitBps = newLimitBps;
        Arrays.fill(ofSeveral, false);
        Arrays.fill(asFar, false);
        countLevels();
        seeTops();
    }

    private void countLevels() {
        Arrays.fill(heldAtLevel, 0);
        for (int i = 0; i < view.size(); i++) {
            if (view.usable()[i] && rates.isHeldBack(i)) {
                for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                    if (loads.isLevel(i, paths.resourceAt(p), SAME_LEVEL)) {
                        heldAtLevel[paths.resourceAt(p)]++;
                    }
                }
            }
        }
    }

    /// What part of that by itself the fastest pipes of each resource carry: the most of it, and the most of what they
    /// carry at least; 1 where there are none.
    private void seeTops() {
        Arrays.fill(topPart, 0);
        Arrays.fill(surePart, 0);
        for (int i = 0; i < view.size(); i++) {
            double part = view.usable()[i] && rates.rateBps(i) > 0 ? rates.recentBps(i) / rates.rateBps(i) : 0;
            for (int p = paths.pathStart(i); part > 0 && p < paths.pathEnd(i); p++) {
                int r = paths.resourceAt(p);
                if (loads.isTop(i, r)) {
                    topPart[r] = Math.max(topPart[r], part);
                    surePart[r] = Math.max(surePart[r], (1 - rates.noise(i)) * part);
                }
            }
        }
        for (int r = 0; r < topPart.length; r++) {
            topPart[r] = topPart[r] > 0 ? topPart[r] : 1;
        }
    }

    /// The candidate of a pipe that is held back, or [#NOTHING].
    ///
    /// @param before its candidate in the interval before
    int of(int pipe, int before) {
        int best = fullest(pipe);
        if (best == NOTHING) {
            best = severalMayBeFull(pipe) ? tightest(pipe, before, false) : NOTHING;
            ofSeveral[pipe] = best != NOTHING;
        }
        boolean explained = best != NOTHING && (ofSeveral[pipe] || loads.isShared(best) || fill(best) >= NEARLY_FULL);
        int other = far && !explained ? leavingLess(pipe, before) : NOTHING;
        asFar[pipe] = other != NOTHING;
        return asFar[pipe] ? other : best;
    }

    private int leavingLess(int pipe, int before) {
        int surely = steadiest(pipe);
        if (surely != NOTHING) {
            return surely;
        }
        int shared = sharedAndKnown(pipe);
        if (shared < 2) {
            return shared == 1 ? onlyShared(pipe) : NOTHING;
        }
        int tightest = tightest(pipe, before, true);
        ofSeveral[pipe] = tightest != NOTHING;
        return tightest;
    }

    /// Of the resources that others use too and of which the map tells no capacity, the one that most surely carries
    /// the same whatever comes. Where it tells one, right or wrong, the fill tells more: in the parking lot of the
    /// testbed 2 % of the links stayed unused, with half of the rate told 4 %.
    private int steadiest(int pipe) {
        int best = NOTHING;
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            int r = paths.resourceAt(p);
            boolean untold = Double.isInfinite(paths.capacityBps(r));
            boolean more = best == NOTHING || steady.evidence(r) > steady.evidence(best);
            best = more && untold && steady.isSteady(r) && loads.isShared(r) ? r : best;
        }
        return best;
    }

    private int fullest(int pipe) {
        int best = NOTHING;
        double bestFill = 0;
        boolean bestAgrees = false;
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            int r = paths.resourceAt(p);
            if (loads.isTop(pipe, r)) {
                double fill = fill(r);
                boolean agrees = agrees(pipe, r);
                if (best == NOTHING || (agrees && !bestAgrees) || (agrees == bestAgrees && fill > bestFill)) {
                    best = r;
                    bestFill = fill;
                    bestAgrees = agrees;
                }
            }
        }
        return best;
    }

    private boolean severalMayBeFull(int pipe) {
        int several = 0;
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            several += mayBeFull(paths.resourceAt(p)) ? 1 : 0;
        }
        return several >= 2;
    }

    /// The resource whose fastest pipes are held back most. How full they are as the map tells it does not say which
    /// it is: one that is told too small would seem the fullest, and who has room there would give way. The one of
    /// before stays unless another is clearly more, so that evidence adds up.
    ///
    /// @param shared whether resources count that others use too, and of which a capacity is known, whatever these
    ///     carry over them; else those whose fastest pipes carry little enough to explain what this one does
    private int tightest(int pipe, int before, boolean shared) {
        int best = NOTHING;
        double least = Double.POSITIVE_INFINITY;
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            int r = paths.resourceAt(p);
            double part = r == before ? topPart[r] - CLEARLY_TIGHTER : topPart[r];
            boolean explains = shared ? isSharedAndKnown(r) : !leavesMore(pipe, r);
            if (explains && part < least && mayBeFull(r)) {
                best = r;
                least = part;
            }
        }
        return best;
    }

    private int sharedAndKnown(int pipe) {
        int count = 0;
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            count += isSharedAndKnown(paths.resourceAt(p)) ? 1 : 0;
        }
        return count;
    }

    private int onlyShared(int pipe) {
        int only = NOTHING;
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe) && only == NOTHING; p++) {
            only = isSharedAndKnown(paths.resourceAt(p)) ? paths.resourceAt(p) : NOTHING;
        }
        return only;
    }

    private boolean isSharedAndKnown(int r) {
        return loads.isShared(r) && fill(r) > 0;
    }

    private boolean mayBeFull(int r) {
        return topPart[r] < HELD_AT_TOP || fill(r) > NEARLY_FULL;
    }

    /// Whether the fastest pipes of a resource carry so much of what they would by themselves that it does not
    /// explain how little this one does: over k full ones TCP leaves it the k-th part, and they are no more than
    /// its way has.
    private boolean leavesMore(int pipe, int r) {
        int most = paths.pathEnd(pipe) - paths.pathStart(pipe);
        return surePart[r] > Math.min(1, most * rates.recentBps(pipe) / rates.rateBps(pipe));
    }

    /// What part of a resource is used; 0 where nobody knows its capacity, 1 if that is 0.
    double fill(int r) {
        double limit = limitBps.applyAsDouble(r);
        return limit > 0 ? loads.carriedBps(r) / limit : 1;
    }

    /// Whether a capacity of a resource is known.
    boolean isKnown(int r) {
        return limitBps.applyAsDouble(r) < Double.POSITIVE_INFINITY;
    }

    /// Whether others are held back at a resource at the same level as a pipe.
    boolean agrees(int pipe, int r) {
        return heldAtLevel[r] >= 2 && loads.isLevel(pipe, r, SAME_LEVEL);
    }

    /// Whether several resources together explain what a pipe carries.
    boolean isOfSeveral(int pipe) {
        return ofSeveral[pipe];
    }

    /// Whether a resource carries the same however many connections are on it.
    boolean isSteady(int r) {
        return steady.isSteady(r);
    }

    /// Whether a pipe's candidate was named because others may get more of it, which explains nearly all: nothing in
    /// the interval speaks for it.
    boolean isFar(int pipe) {
        return asFar[pipe];
    }

    /// What part of what they would by themselves the fastest connections of a resource carry.
    double topPart(int resource) {
        return topPart[resource];
    }
}
