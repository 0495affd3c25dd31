// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import java.util.Arrays;
import java.util.Comparator;

/// How far connections may grow at once because as many have done no harm elsewhere.
///
/// What each connection costs is seldom a matter of one resource alone ([CommonDeterioration], [StandstillCheck]). One
/// that carries the part f of its capacity on N connections, and holds nobody back, shows that no more than 1 - f of a
/// capacity is lost with N. So another of which a smaller part is asked for need not feel its way up to N. The part
/// alone is not enough, for a wide link of which a tenth is asked for shows nothing until nine tenths are lost; nor
/// is the number. It says nothing any more once connections were seen to cost something: then the map may tell one of
/// the two too small or the other too large.
///
/// Cost: O(resources log resources) per interval, O(log resources) per question. Used by one thread.
final class CarriedElsewhere {
    /// The part that would be used may be so much of the one that is carried elsewhere: either was measured, and what
    /// comes may carry more each than what is there.
    private static final double SURELY = 0.9;

    /// How many times as many connections as there are may follow at once: as where files do not stay.
    private static final double MOST = 1.25;

    private double[] connections = {};
    private double[] parts = {};

    /// How many of them count: each carries a greater part than all that have more connections.
    private int shown;

    /// Forgets what was seen before.
    ///
    /// @param resources how many may be added
    void clear(int resources) {
        if (connections.length != resources) {
            connections = new double[resources];
            parts = new double[resources];
        }
        shown = 0;
    }

    /// A resource carries a part of its capacity and holds nobody back.
    void add(double onIt, double part) {
        connections[shown] = onIt;
        parts[shown] = part;
        shown++;
    }

    /// To be called after the last one was added.
    void order() {
        if (shown < 2) {
            return;
        }
        Integer[] byNumber = new Integer[shown];
        Arrays.setAll(byNumber, k -> k);
        double[] number = connections.clone();
        double[] part = parts.clone();
        Arrays.sort(
                byNumber, Comparator.comparingDouble((Integer k) -> -number[k]).thenComparingDouble(k -> -part[k]));
        shown = 0;
        for (int k : byNumber) {
            if (shown == 0 || part[k] > parts[shown - 1]) {
                connections[shown] = number[k];
                parts[shown] = part[k];
                shown++;
            }
        }
    }

    /// How many connections a resource may have because others carry a greater part on as many; 0 if none does.
    ///
    /// @param now how many it has
    /// @param part which part of its capacity they use; more of them are taken to use more in proportion
    double mostConnections(double now, double part) {
        if (!(part > 0)) {
            return 0;
        }
        double perPart = SURELY * now / part;
        int low = 0;
        int high = shown;
        while (low < high) {
            int middle = (low + high) / 2;
            if (perPart * parts[middle] < connections[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // Those before it have more connections than the part that they carry is enough for, the others fewer.
        double byPart = low > 0 ? perPart * parts[low - 1] : 0;
        double byNumber = low < shown ? connections[low] : 0;
        return Math.min(Math.max(byPart, byNumber), MOST * now);
    }
}
