// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import java.util.function.IntToDoubleFunction;

/// What more connections cost, and so how many there may be: of one resource ([GrowthCheck]), of one over which a
/// guarantee is short ([GuaranteeRelief]), of all where they stand still ([StandstillCheck]). Used by one thread.
final class ConnectionWear {
    private final ResourceLoads loads;
    private final GrowthCheck growth = new GrowthCheck();
    private final GuaranteeRelief relief = new GuaranteeRelief();
    private final StandstillCheck standstill = new StandstillCheck();
    private IntervalView view = IntervalView.none();
    private int resources;
    private boolean costly;
    private boolean ever;

    ConnectionWear(ResourceLoads loads) {
        this.loads = loads;
    }

    /// Takes over other pipes and paths.
    void adopt(IntervalView newView) {
        resources = newView.paths().resources();
        growth.adopt(newView);
        standstill.adopt(newView);
        relief.adopt(newView.resources());
    }

    /// Begins an interval; [#see] follows for each resource.
    ///
    /// @param rateBps per pipe what a connection carries by itself, in bit/s
    void begin(IntervalView newView, IntToDoubleFunction rateBps) {
        view = newView;
        growth.begin(loads.movedBps(), view.connections());
        standstill.see(view, rateBps);
    }

    /// Takes in what a resource has carried.
    ///
    /// @param owed whether a guarantee over it was short lately
    /// @param missing whether it was in the last interval
    void see(int r, boolean owed, boolean missing) {
        double n = loads.connections(r);
        boolean matters = view.filesStay() || missing;
        growth.see(r, loads.carriedBps(r), n, loads.errorBps(r), loads.aloneBps(r), matters);
        if (missing && !view.filesStay() && growth.isWorse(r) && loads.isShared(r)) {
            relief.begin(r, growth.connections(r));
        }
        relief.see(r, owed, n, loads.carriedBps(r), loads.aloneBps(r));
    }

    /// Resources have a deterioration in common.
    ///
    /// @param known whether they have one now
    void inCommon(boolean known) {
        costly |= known;
    }

    /// Whether resources were ever known to have a deterioration in common.
    boolean isCostly() {
        return costly;
    }

    /// Whether connections were ever seen to cost something: in common, at a standstill, or on one resource. To be
    /// asked once an interval.
    boolean wasEverSeen() {
        ever |= costly || standstill.mostConnections() < Double.POSITIVE_INFINITY;
        for (int r = 0; r < resources && !ever; r++) {
            ever = growth.isWorse(r);
        }
        return ever;
    }

    /// Whether a resource carries less with more connections, none of which can be ended.
    boolean isWornOut(int r) {
        return view.filesStay() && growth.isWorse(r);
    }

    /// Whether others are to give way on a resource to a guarantee that is short.
    boolean isRelieved(int r) {
        return relief.isActive(r);
    }

    /// The most connections of a resource that is worn out, or relieved; infinite of any other.
    double mostConnections(int r) {
        return isWornOut(r) ? growth.connections(r) : relief.connections(r);
    }

    /// The most connections that any resource may have, by what brought one to a standstill; infinite if nothing did.
    double mostAnywhere() {
        return standstill.mostConnections();
    }
}
