// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.DoubtedCapacity;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.StepRows;
import java.util.ArrayList;
import java.util.List;

/// The limits of the resources that pipes share: the capacity that the map tells, or what measurements have made of it,
/// and the line that was learnt ([ResourceLimits]); and their rows of a step. [SharedLearning] learns them. Used by one
/// thread.
final class SharedLimits {
    /// How exactly the map tells a deterioration, as a part of the capacity.
    private static final double TOLD_ERROR = 0.01;

    private final ResourceLoads loads;
    private final ResourceUse use;
    private final CommonDeterioration common = new CommonDeterioration();
    private ResourceLimits limits = new ResourceLimits(0);
    private PathIndex paths = PathIndex.none();
    private int firstRow;

    SharedLimits(ResourceLoads loads, ResourceUse use) {
        this.loads = loads;
        this.use = use;
    }

    /// Takes over other paths; what is known of resources that were there stays, unless the map tells a clearly other
    /// capacity, or another
    /// deterioration.
    void adopt(IntervalView view) {
        paths = view.paths();
        ResourceLimits known = limits;
        limits = new ResourceLimits(paths.resources());
        for (int r = 0; r < paths.resources(); r++) {
            double toldBps = paths.capacityBps(r);
            if (view.resources().isToldTheSame(r)) {
                limits.copy(r, known, view.resources().before(r));
                limits.tell(r, toldBps, paths.deterioration(r).bpsPerConnection() > 0);
            } else {
                beginAsTold(r, toldBps);
            }
        }
        common.adopt(view.resources(), view.table());
    }

    private void beginAsTold(int r, double toldBps) {
        limits.toldBps[r] = toldBps;
        limits.capacityBps[r] = toldBps;
        Deterioration told = paths.deterioration(r);
        if (told.bpsPerConnection() > 0 && toldBps < Double.POSITIVE_INFINITY) {
            double slopeBps = told.bpsPerConnection();
            limits.lines.begin(r, told.fromConnections(), toldBps, TOLD_ERROR * toldBps, slopeBps, 0);
        }
    }

    /// What is known of each resource.
    ResourceLimits limits() {
        return limits;
    }

    /// What resources have in common.
    CommonDeterioration common() {
        return common;
    }

    /// Whether a deterioration in common is known.
    boolean hasCommon() {
        return common.isKnown();
    }

    /// Whether the map tells the capacity of a resource.
    boolean isTold(int r) {
        return limits.toldBps[r] < Double.POSITIVE_INFINITY;
    }

    /// What the map tells, in bit/s; infinite where it tells nothing.
    double toldBps(int r) {
        return limits.toldBps[r];
    }

    /// Whether the map tells its capacity, and no deterioration.
    boolean isForetellable(int r) {
        return isTold(r) && !(paths.deterioration(r).bpsPerConnection() > 0);
    }

    /// What a resource carries at most with the connections that are there, in bit/s; infinite where nobody knows.
    double limitBps(int r) {
        return limits.limitBps(r, loads.connections(r));
    }

    /// What a resource carries when it is full, for the question which of several holds a pipe back. A line follows the
    /// answer, so that a wrong one would confirm itself; the capacity, and what resources have in common, do not.
    double likelyLimitBps(int r) {
        if (!isForetellable(r)) {
            return limitBps(r);
        }
        if (!common.isKnown()) {
            return limits.capacityBps[r];
        }
        double beyond = Math.max(0, loads.connections(r) - common.fromConnections());
        return limits.toldBps[r] * (1 - common.lossPerConnection() * beyond);
    }

    /// What a resource carries when it is full: as was seen, or else as the map tells it. Infinite where nobody knows.
    double seenOrToldBps(int r) {
        return limits.lines.isKnown(r) ? limits.lines.limitBps(r, loads.connections(r)) : limits.toldBps[r];
    }

    /// How much less a resource carries with each connection more, in bit/s; 0 where no line is known.
    double slopeBps(int r) {
        return limits.lines.isKnown(r) ? limits.lines.slopeBps(r) : 0;
    }

    /// With how many connections a resource lately did no harm.
    double harmlessConnections(int r) {
        return limits.harmless[r];
    }

    /// Capacities of the map that were refuted in the last intervals, in either direction.
    List<DoubtedCapacity> doubts() {
        List<DoubtedCapacity> doubts = new ArrayList<>();
        for (int r = 0; r < paths.resources(); r++) {
            if (limits.isDoubted(r) && isForetellable(r)) {
                doubts.add(new DoubtedCapacity(
                        paths.resource(r).id(), limits.toldBps[r], limits.refutedBps[r], loads.connections(r)));
            }
        }
        return doubts;
    }

    /// Adds two rows for each resource: its capacity and its line.
    void addRows(StepRows rows) {
        firstRow = rows.size();
        for (int r = 0; r < paths.resources(); r++) {
            addRow(rows, r, limits.capacityBps[r], 0, limits.capacityPrice[r]);
            if (limits.lines.isKnown(r)) {
                addRow(rows, r, limits.lines.interceptBps(r), limits.lines.slopeBps(r), limits.linePrice[r]);
            } else {
                rows.begin(1, 0);
            }
        }
    }

    private void addRow(StepRows rows, int r, double limitBps, double slopeBps, double price) {
        if (!(limitBps < Double.POSITIVE_INFINITY)) {
            rows.begin(1, 0);
            return;
        }
        rows.begin(limits.lean.part(r) * limitBps, price);
        rows.carried(limits.knownBps(r));
        rows.hard(slopeBps > 0);
        for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
            int i = paths.userAt(k);
            if (use.counts(i)) {
                rows.add(i, use.usedBps(i, r) + slopeBps);
            }
        }
    }

    /// Remembers the prices that the step has found.
    void remember(StepRows rows) {
        for (int r = 0; r < paths.resources(); r++) {
            limits.capacityPrice[r] = rows.priceToKeep(firstRow + 2 * r);
            limits.linePrice[r] = rows.priceToKeep(firstRow + 2 * r + 1);
        }
    }

    /// Whether its capacity or its line had a price in the last step.
    boolean hasPrice(int r) {
        return limits.capacityPrice[r] > 0 || limits.linePrice[r] > 0;
    }
}
