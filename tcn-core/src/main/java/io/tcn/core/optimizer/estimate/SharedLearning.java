// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;

/// Learns what the resources that pipes share carry at most, from who is held back at them. Used by one thread.
final class SharedLearning {
    /// A pipe whose connections carry less than this part of what they would by themselves is slow; and of what is
    /// nearly full this part of what is known is carried.
    private static final double SLOW = 0.75;

    private static final double NEARLY_FULL = 0.88;

    private final boolean lean;
    private final ConnectionRates rates;
    private final ResourceLoads loads;
    private final ResourceUse use;
    private final BottleneckTest bottlenecks;
    private final ConnectionWear wear;
    private final OwedResources owed;
    private final SharedLimits shared;
    private IntervalView view = IntervalView.none();
    private PathIndex paths = PathIndex.none();

    /// @param lean whether what holds back pipes over several full resources is filled with as few connections as
    ///     will do
    SharedLearning(
            boolean lean,
            Evidence evidence,
            ResourceUse use,
            ConnectionWear wear,
            OwedResources owed,
            SharedLimits shared) {
        this.lean = lean;
        rates = evidence.rates();
        loads = evidence.loads();
        bottlenecks = evidence.bottlenecks();
        this.use = use;
        this.wear = wear;
        this.owed = owed;
        this.shared = shared;
    }

    /// Takes in an interval, after [BottleneckTest#test].
    void learn(IntervalView newView) {
        view = newView;
        paths = view.paths();
        wear.begin(view, rates::rateBps);
        boolean[] ofSeveral = lean ? ofSeveral() : new boolean[0];
        for (int r = 0; r < paths.resources(); r++) {
            learn(r, ofSeveral);
        }
        learnCommon();
    }

    private void learn(int r, boolean[] ofSeveral) {
        ResourceLimits limits = shared.limits();
        double n = loads.connections(r);
        double carriedBps = loads.carriedBps(r);
        double errorBps = loads.errorBps(r);
        limits.see(r, carriedBps, errorBps, loads.growth(r));
        wear.see(r, owed.isOwed(r), owed.isMissing(r));
        boolean seenFull = n > 0 && (bottlenecks.isFull(r) || isTogetherShort(r));
        if (lean) {
            boolean mayBeLean = limits.isDoubted(r) || isUsedByOne(r, ofSeveral);
            limits.lean.see(r, carriedBps, shared.seenOrToldBps(r), seenFull, n > 0 && mayBeLean);
        }
        if (seenFull) {
            limits.learnFull(r, n, carriedBps, errorBps);
        } else if (n > 0 && !bottlenecks.isDoubted(r)) {
            limits.learnRoom(r, n, carriedBps, errorBps, !wear.isCostly() && !owed.isOwed(r));
        }
        // Where a line that was learnt limits the step, it is as full as it may be.
        boolean full = bottlenecks.isFull(r) || (limits.linePrice[r] > 0 && !limits.foretold[r]);
        limits.doubt(r, n > 0 && full && !mayBeAnother(r));
    }

    /// Who is slow at all that it uses while several of these are nearly full: these together seem to hold it back.
    private boolean[] ofSeveral() {
        boolean[] ofSeveral = new boolean[view.size()];
        for (int i = 0; i < ofSeveral.length; i++) {
            if (!view.usable()[i] || rates.recentBps(i) >= SLOW * rates.rateBps(i)) {
                continue;
            }
            int full = 0;
            boolean top = false;
            for (int p = paths.pathStart(i); p < paths.pathEnd(i) && !top; p++) {
                int r = paths.resourceAt(p);
                full += loads.carriedBps(r) > NEARLY_FULL * shared.limitBps(r) ? 1 : 0;
                top = loads.isTop(i, r);
            }
            ofSeveral[i] = full >= 2 && !top;
        }
        return ofSeveral;
    }

    private boolean isUsedByOne(int r, boolean[] pipes) {
        for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
            if (pipes[paths.userAt(k)]) {
                return true;
            }
        }
        return false;
    }

    /// Whether all that use a resource together carry less than they would, for too long to be chance.
    private boolean isTogetherShort(int r) {
        ResourceLimits limits = shared.limits();
        double carriedBps = loads.carriedBps(r);
        double capacityBps = lean ? limits.trustedBps(r) : limits.toldBps[r];
        double wouldBps = PooledShortfall.mayShow(carriedBps, capacityBps) ? use.wouldCarryBps(r) : 0;
        if (!(wouldBps > 0)) {
            limits.shortfall.pass(r);
            return false;
        }
        return limits.shortfall.isFull(r, carriedBps, wouldBps, loads.errorBps(r));
    }

    /// Whether all that use a resource also use one of which nobody knows the capacity: then that may be what is full.
    private boolean mayBeAnother(int r) {
        int first = -1;
        for (int k = paths.usersStart(r); k < paths.usersEnd(r) && first < 0; k++) {
            first = view.busy()[paths.userAt(k)] ? paths.userAt(k) : -1;
        }
        for (int p = first < 0 ? 0 : paths.pathStart(first); first >= 0 && p < paths.pathEnd(first); p++) {
            int other = paths.resourceAt(p);
            if (!shared.isTold(other) && isOnAllOf(other, r)) {
                return true;
            }
        }
        return false;
    }

    /// Whether all busy pipes of one resource use another, too.
    private boolean isOnAllOf(int other, int r) {
        for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
            int i = paths.userAt(k);
            boolean uses = !view.busy()[i];
            for (int p = paths.pathStart(i); p < paths.pathEnd(i) && !uses; p++) {
                uses = paths.resourceAt(p) == other;
            }
            if (!uses) {
                return false;
            }
        }
        return true;
    }

    /// What most resources have in common is expected of all of which the map does not tell it.
    private void learnCommon() {
        ResourceLimits limits = shared.limits();
        CommonDeterioration common = shared.common();
        common.observe(view, rates, loads, limits.toldBps);
        wear.inCommon(common.isKnown());
        rates.countLong(common.isKnown());
        for (int r = 0; r < paths.resources(); r++) {
            if (common.isKnown() && shared.isForetellable(r)) {
                limits.foretell(r, loads.connections(r), common);
            } else {
                limits.foretold[r] = false;
            }
        }
    }
}
