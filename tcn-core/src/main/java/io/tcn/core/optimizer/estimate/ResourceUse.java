// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;

/// How much of a resource a connection of a pipe uses, in bit/s, and so what one more of them brings. Used by one
/// thread.
final class ResourceUse {
    private final boolean learns;
    private final ConnectionRates rates;
    private final ResourceLoads loads;
    private final BottleneckTest bottlenecks;
    private IntervalView view = IntervalView.none();

    /// @param learns whether what holds a pipe back is learnt; else a connection uses what it carries by itself
    ResourceUse(boolean learns, Evidence evidence) {
        this.learns = learns;
        rates = evidence.rates();
        loads = evidence.loads();
        bottlenecks = evidence.bottlenecks();
    }

    /// The interval that questions are about from now on.
    void begin(IntervalView newView) {
        view = newView;
    }

    /// What a connection of a pipe uses of a resource, in bit/s: all that it carries by itself, or, if something else
    /// holds the pipe back, what it carries there. Nobody needs room where nothing of it arrives. One that several
    /// resources hold back together uses of each as much as its part of what the fastest carry there, whichever is
    /// blamed: else others would make room for all of it, first at one of them and then at another.
    double usedBps(int pipe, int resource) {
        double aloneBps = rates.rateBps(pipe);
        double open = view.connections()[pipe];
        if (!learns || !(open > 0)) {
            return aloneBps;
        }
        double carriedBps = loads.movedBps(pipe) / open;
        if (bottlenecks.mayBeHeldBySeveral(pipe)) {
            return Math.min(aloneBps, carriedBps / Math.min(1, bottlenecks.topPart(resource)));
        }
        return bottlenecks.isHeldElsewhere(pipe, resource) ? Math.min(aloneBps, carriedBps) : aloneBps;
    }

    /// Whether a pipe counts on what it uses: it has work, and what a connection of it carries is known.
    boolean counts(int pipe) {
        return view.busy()[pipe] && rates.rateBps(pipe) > 0;
    }

    /// What the connections on a resource would carry there if it held nobody back, in bit/s.
    double wouldCarryBps(int resource) {
        PathIndex paths = view.paths();
        double wouldBps = 0;
        for (int k = paths.usersStart(resource); k < paths.usersEnd(resource); k++) {
            int i = paths.userAt(k);
            if (counts(i)) {
                wouldBps += usedBps(i, resource) * view.connections()[i];
            }
        }
        return wouldBps;
    }

    /// What one more connection of a pipe brings it, in bit/s: where several full resources hold it back no more
    /// than it uses where it uses most. Else it would be charged for what arrives and gain as if all of it did.
    double gainBps(int pipe) {
        double aloneBps = rates.rateBps(pipe);
        if (!learns || !bottlenecks.mayBeHeldBySeveral(pipe)) {
            return aloneBps;
        }
        PathIndex paths = view.paths();
        double mostBps = 0;
        for (int p = paths.pathStart(pipe); p < paths.pathEnd(pipe); p++) {
            mostBps = Math.max(mostBps, usedBps(pipe, paths.resourceAt(p)));
        }
        return mostBps > 0 ? mostBps : aloneBps;
    }
}
