// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.ResourceTable;

/// Finds resources that carry the same however many connections are on them: they are full, and nobody has to tell.
///
/// A pipe that nothing holds back moves more with each connection. If a resource on its way has room, all of that is
/// carried more from one interval to the next; if it is full, others move less by it, and all together the same. The
/// errors of these two predictions add up from interval to interval, as logarithm of odds. That needs no capacity from
/// the map, and nobody who is both held back and among the fastest: far pipes starve beside near ones that reach all
/// that they can carry.
///
/// Connections of pipes that are or just were held back, at whatever it be, are not expected to add anything. Where
/// neither prediction is anywhere near, something else has happened, as when others begin to use the resource: that
/// tells nothing, nor do the next few intervals, until it is known who is held back now.
///
/// Cost: O(total path length) per interval. Used by one thread.
final class SteadyLoads {
    /// Beyond this much evidence it is believed; and there is never more, nor more from one interval.
    private static final double BELIEVED = 2;

    private static final double MOST_EVIDENCE = 4;
    private static final double MOST_ODDS = 1;

    /// What is left of the evidence in an interval, and where something else has happened.
    private static final double MEMORY = 0.95;

    private static final double DOUBTED = 0.5;

    /// A prediction that is off by so many standard errors is refuted, however far it is off. Where both are, so many
    /// intervals tell nothing.
    private static final double REFUTED = 4;

    private static final double QUIET = 4;

    private final ConnectionRates rates;
    private final ResourceLoads loads;
    private double[] evidence = {};

    /// Per pipe whether it was held back in the interval before.
    private boolean[] wasHeld = {};

    /// Per resource what it carried in the interval before, in bit/s; 0 if that cannot be compared.
    private double[] beforeBps = {};

    /// Per resource for how many intervals more nothing is told.
    private double[] quiet = {};

    SteadyLoads(ConnectionRates rates, ResourceLoads loads) {
        this.rates = rates;
        this.loads = loads;
    }

    /// Takes over other pipes and paths. What a resource carries does not depend on what the map tells of it; where a
    /// pipe goes another way, or is gone, what was carried before cannot be compared.
    void adopt(IntervalView view) {
        ResourceTable resources = view.resources();
        evidence = resources.carry(evidence, 0);
        beforeBps = resources.carry(beforeBps, 0);
        quiet = resources.carry(quiet, 0);
        wasHeld = view.table().carry(wasHeld, false);
        PathIndex before = resources.pathsBefore();
        for (int was = 0; was < before.pipes(); was++) {
            int is = view.table().after(was);
            boolean stays = is >= 0 && resources.isSameWay(is);
            for (int p = before.pathStart(was); !stays && p < before.pathEnd(was); p++) {
                beginAnew(resources.after(before.resourceAt(p)));
            }
        }
        for (int i = 0; i < view.size(); i++) {
            boolean stays = view.table().before(i) < 0 || resources.isSameWay(i);
            for (int p = view.paths().pathStart(i); !stays && p < view.paths().pathEnd(i); p++) {
                beginAnew(view.paths().resourceAt(p));
            }
        }
    }

    private void beginAnew(int resource) {
        if (resource >= 0) {
            beforeBps[resource] = 0;
        }
    }

    /// Takes in an interval, after its loads were summed up.
    void see(IntervalView view) {
        PathIndex paths = view.paths();
        double[] addedBps = new double[evidence.length];
        boolean[] unclear = new boolean[evidence.length];
        for (int i = 0; i < view.size(); i++) {
            double open = view.connections()[i];
            boolean held = rates.isHeldBack(i);
            double added = held || wasHeld[i] ? 0 : rates.rateBps(i) * (open - view.connectionsBefore()[i]);
            boolean unseen = open > 0 && !view.usable()[i];
            for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                addedBps[paths.resourceAt(p)] += added;
                unclear[paths.resourceAt(p)] |= unseen;
            }
            wasHeld[i] = held;
        }
        for (int r = 0; r < evidence.length; r++) {
            double carried = loads.carriedBps(r);
            quiet[r] = Math.max(0, quiet[r] - 1);
            if (beforeBps[r] > 0 && carried > 0 && !unclear[r] && quiet[r] == 0) {
                weigh(r, carried, addedBps[r]);
            } else {
                evidence[r] *= MEMORY;
            }
            beforeBps[r] = carried;
        }
    }

    private void weigh(int r, double carriedBps, double addedBps) {
        double error = Math.sqrt(2) * loads.errorBps(r);
        double ifFull = Math.min(REFUTED, Math.abs(carriedBps - beforeBps[r]) / error);
        double ifRoomy = Math.min(REFUTED, Math.abs(carriedBps - beforeBps[r] - addedBps) / error);
        double odds = (ifRoomy * ifRoomy - ifFull * ifFull) / 2;
        if (ifFull + ifRoomy >= 2 * REFUTED) {
            quiet[r] = QUIET;
            evidence[r] *= DOUBTED;
        } else if (!Double.isNaN(odds)) {
            double sum = MEMORY * evidence[r] + Math.clamp(odds, -MOST_ODDS, MOST_ODDS);
            evidence[r] = Math.clamp(sum, -MOST_EVIDENCE, MOST_EVIDENCE);
        }
    }

    /// How sure it is that a resource carries no more with more connections: above zero if it is likelier than not.
    double evidence(int resource) {
        return evidence[resource];
    }

    /// Whether it is believed that a resource carries no more with more connections.
    boolean isSteady(int resource) {
        return evidence[resource] > BELIEVED;
    }
}
