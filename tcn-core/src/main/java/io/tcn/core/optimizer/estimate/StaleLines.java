// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import java.util.Arrays;

/// Which lines were learnt of something that may have passed, such as half a minute in which all storages were slow.
///
/// Such a line lies far below what the map tells, and what was seen then lets it fall steeply. It is no different from
/// a cliff until one goes beyond: so it is stale once it was reached in some intervals since somebody was last held
/// back there. Then it is raised by more and becomes flatter. If somebody is held back there all the same, and hardly
/// more was carried, it is believed for several times as long. Where resources were ever known to have a deterioration
/// in common nothing is stale: what is below the map's capacity is explained by it. Used by one thread.
final class StaleLines {
    /// Part of the capacity of the map.
    private static final double FAR_BELOW = 0.8;

    /// In so many intervals a line was reached before it is stale, how many times as long after each time in vain, and
    /// no longer than this.
    private static final int PATIENCE = 3;

    private static final int MORE_PATIENCE = 8;
    private static final int MOST_PATIENCE = 200;

    /// It was in vain unless so many times as much was carried in the end.
    private static final double MORE = 1.15;

    private final int[] reached;
    private final int[] patience;

    /// What was carried when it became stale; else 0.
    private final double[] sinceBps;

    StaleLines(int size) {
        reached = new int[size];
        patience = new int[size];
        sinceBps = new double[size];
        Arrays.fill(patience, PATIENCE);
    }

    void copy(int r, StaleLines from, int other) {
        reached[r] = from.reached[other];
        patience[r] = from.patience[other];
        sinceBps[r] = from.sinceBps[other];
    }

    /// The line was reached, and nobody was held back.
    ///
    /// @return whether it is stale
    boolean reach(int r, double limitBps, double toldBps, double carriedBps) {
        if (!(limitBps < FAR_BELOW * toldBps) || ++reached[r] < patience[r]) {
            return false;
        }
        if (!(sinceBps[r] > 0)) {
            sinceBps[r] = carriedBps;
        }
        return true;
    }

    /// Somebody was held back.
    void holdBack(int r, double carriedBps) {
        if (carriedBps < MORE * sinceBps[r]) {
            patience[r] = Math.min(MOST_PATIENCE, MORE_PATIENCE * patience[r]);
        } else if (sinceBps[r] > 0) {
            patience[r] = PATIENCE;
        }
        sinceBps[r] = 0;
        reached[r] = 0;
    }
}
