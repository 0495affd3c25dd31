// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.StepRows;
import java.util.Arrays;

/// How far a step may lead into numbers of connections that no resource has seen: `sum of n_i <= N + part`. Small steps
/// find a cliff before they are over it. Used by one thread.
final class StepReach {
    /// Part of the connections on a resource, and number of them, that a step may add.
    private static final double PART = 0.25;

    private static final double LEAST = 3;

    /// Up to so many connections on a resource a step may go at once, and in long intervals farther.
    /// Fewer where the map tells no capacity of anything that they use: what they share would be full before
    /// anybody has seen what a connection carries by itself, and who sees it when it is full takes that for
    /// all that one can carry.
    private static final double FREE = 20;

    private static final double FREE_UNTOLD = 6;

    /// While less than this part of a limit would be used after the step, it may add more: at most this part.
    private static final double ROOMY = 0.7;

    private static final double MOST_PART = 1;

    /// The same where files cannot be ended: what is too many stays for as long as they take, or for good where
    /// nothing moves any more. The sooner it goes, the more may be tried: so much of the part that is gone within
    /// an interval, and this much at least.
    private static final double PART_STAYING = 0.15;

    private static final double PER_GONE = 0.6;

    /// How many it may add where somebody is held back, or may be.
    private static final double HELD = 2;

    private final ResourceLoads loads;
    private final BottleneckTest bottlenecks;
    private final SharedLimits shared;
    private final ConnectionWear wear;
    private final CarriedElsewhere elsewhere = new CarriedElsewhere();
    private IntervalView view = IntervalView.none();
    private boolean[] untold = {};
    private int firstRow;

    StepReach(Evidence evidence, SharedLimits shared, ConnectionWear wear) {
        loads = evidence.loads();
        bottlenecks = evidence.bottlenecks();
        this.shared = shared;
        this.wear = wear;
    }

    /// Takes over other paths, after the limits have: finds resources of which nobody uses anything that the map tells
    /// the capacity of.
    void adopt(IntervalView newView) {
        PathIndex paths = newView.paths();
        untold = new boolean[paths.resources()];
        Arrays.fill(untold, true);
        for (int i = 0; i < newView.size(); i++) {
            boolean told = false;
            for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                told |= shared.isTold(paths.resourceAt(p));
            }
            for (int p = paths.pathStart(i); told && p < paths.pathEnd(i); p++) {
                untold[paths.resourceAt(p)] = false;
            }
        }
    }

    /// Adds a row for each resource.
    void addRows(IntervalView newView, StepRows rows) {
        view = newView;
        firstRow = rows.size();
        noteElsewhere();
        PathIndex paths = view.paths();
        for (int r = 0; r < paths.resources(); r++) {
            double most = mostConnections(r);
            double safe = shared.hasCommon() ? Double.POSITIVE_INFINITY : wear.mostAnywhere();
            rows.begin(Math.min(most, safe), 0);
            rows.hard(safe < most);
            for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
                if (view.busy()[paths.userAt(k)]) {
                    rows.add(paths.userAt(k), 1);
                }
            }
        }
    }

    /// Whether a row only keeps a step from leading far where nobody has been.
    boolean isCaution(int row) {
        int r = row - firstRow;
        return r >= 0 && r < untold.length && !mayHoldBack(r);
    }

    private boolean mayHoldBack(int r) {
        return bottlenecks.isFull(r) || bottlenecks.isDoubted(r);
    }

    /// What resources of which the map tells the capacity carry, and hold nobody back; nothing where files do not stay,
    /// for there a step may lead farther by itself, and nothing once connections were seen to cost something.
    private void noteElsewhere() {
        int resources = untold.length;
        elsewhere.clear(resources);
        boolean wearsOut = wear.wasEverSeen();
        for (int r = 0; view.filesStay() && !wearsOut && r < resources; r++) {
            if (shared.isTold(r) && loads.connections(r) > 0 && !mayHoldBack(r)) {
                elsewhere.add(loads.connections(r), loads.carriedBps(r) / shared.limitBps(r));
            }
        }
        elsewhere.order();
    }

    private double mostConnections(int r) {
        if (wear.isWornOut(r) || wear.isRelieved(r)) {
            return wear.mostConnections(r);
        }
        double n = loads.connections(r);
        double known = Math.max(n, shared.harmlessConnections(r));
        if (mayHoldBack(r)) {
            return known + HELD;
        }
        double fill = loads.carriedBps(r) / shared.limitBps(r);
        double trusted = view.filesStay() ? Math.max(PART_STAYING, PER_GONE * (1 - view.stays())) : MOST_PART;
        double least = Math.min(trusted, PART);
        double part = fill > 0 ? Math.clamp(ROOMY / fill - 1, least, trusted) : least;
        double shown = shared.isTold(r) ? elsewhere.mostConnections(n, fill) : 0;
        double free = untold[r] ? FREE_UNTOLD : FREE;
        return Math.max(Math.max(known, shown), Math.max(free * view.reach(), n + Math.max(LEAST, part * n)));
    }
}
