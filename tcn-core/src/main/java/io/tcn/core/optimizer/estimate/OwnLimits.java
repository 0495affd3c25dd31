// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.StepRows;

/// The limits of something of a pipe's own, which it shares with nobody that is known: a line for each pipe, learnt
/// from
/// what it moves while nothing that it shares holds it back. Used by one thread.
final class OwnLimits {
    /// Less than this part of what the map tells is carried where there is clearly room.
    private static final double ROOM_AS_TOLD = 0.8;

    private final ConnectionRates rates;
    private final ResourceLoads loads;
    private final BottleneckTest bottlenecks;
    private ResourceLimits limits = new ResourceLimits(0);

    /// Per pipe its place in [#limits], which is its index: carried over to the next table it tells where it was.
    private double[] places = {};

    private IntervalView view = IntervalView.none();

    OwnLimits(Evidence evidence) {
        rates = evidence.rates();
        loads = evidence.loads();
        bottlenecks = evidence.bottlenecks();
    }

    /// How many pipes it knows.
    int size() {
        return places.length;
    }

    /// Takes over other pipes; what is known of those that were there stays.
    void adopt(IntervalView newView) {
        view = newView;
        ResourceLimits before = limits;
        double[] at = view.table().carry(places, -1);
        limits = new ResourceLimits(view.size());
        places = new double[view.size()];
        for (int i = 0; i < places.length; i++) {
            if (at[i] >= 0) {
                limits.copy(i, before, (int) at[i]);
            }
            places[i] = i;
        }
    }

    /// Takes in an interval, after [BottleneckTest#test].
    ///
    /// @param mayPass whether what seems a pipe's own may have been something that passes: neither a deterioration
    ///     nor what a guarantee lacked
    void learn(IntervalView newView, SharedLimits shared, boolean mayPass) {
        view = newView;
        for (int i = 0; i < view.size(); i++) {
            double n = view.connections()[i];
            if (!view.usable()[i] || !(n > 0)) {
                continue;
            }
            if (rates.isSlower(i) || bottlenecks.isSlower(i)) {
                limits.forget(i);
            } else if (bottlenecks.heldBy(i) == BottleneckTest.OWN) {
                limits.learnFull(i, n, loads.movedBps(i), loads.movedErrorBps(i));
            } else if (bottlenecks.heldBy(i) == BottleneckTest.NOTHING) {
                boolean hasPassed = limits.lines.isKnown(i) && mayPass && hasClearRoom(i, shared);
                limits.learnRoom(i, n, loads.movedBps(i), loads.movedErrorBps(i), hasPassed);
            }
        }
    }

    /// Whether the map tells all that a pipe uses, and none of it is nearly used.
    private boolean hasClearRoom(int pipe, SharedLimits shared) {
        PathIndex paths = view.paths();
        boolean room = paths.pathStart(pipe) < paths.pathEnd(pipe);
        for (int p = paths.pathStart(pipe); room && p < paths.pathEnd(pipe); p++) {
            int r = paths.resourceAt(p);
            room = shared.isTold(r) && loads.carriedBps(r) < ROOM_AS_TOLD * shared.toldBps(r);
        }
        return room;
    }

    /// Whether a pipe has used nearly all that it has of its own.
    ///
    /// @param part of its limit, 0 to 1
    boolean isUsed(int pipe, double part) {
        return limits.lines.isKnown(pipe)
                && bottlenecks.mayBeAlone(pipe)
                && loads.movedBps(pipe) > part * limits.limitBps(pipe, view.connections()[pipe]);
    }

    /// Nothing of its own is sought where several full resources explain what a pipe carries: such a line counts the
    /// connections as if each carried all that it can, and takes most of them. A pipe of which a guarantee is short
    /// has no line of its own either. What seems to be its own is more likely others that do not give way: full
    /// links leave the fastest connections least, and a line that follows would confirm itself.
    void addRows(StepRows rows, ResourceUse use) {
        CapacityLines lines = limits.lines;
        for (int i = 0; i < view.size(); i++) {
            boolean ofItsOwn = bottlenecks.mayBeAlone(i) && !bottlenecks.mayBeHeldBySeveral(i);
            if (lines.isKnown(i) && ofItsOwn && !rows.isOwed(i) && use.counts(i)) {
                rows.begin(lines.interceptBps(i), 0);
                rows.hard(lines.slopeBps(i) > 0);
                rows.add(i, rates.rateBps(i) + lines.slopeBps(i));
            }
        }
    }
}
