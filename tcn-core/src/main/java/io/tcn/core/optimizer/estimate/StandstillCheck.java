// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/// With how many connections a resource came to a standstill, as what no other one may come near either.
///
/// Where each connection beyond some number costs the same part of every resource, all of them carry nothing any more
/// with about the same number of connections, however great they are and whatever the map tells of them. A wide link
/// hides that: while a tenth of it is asked for nobody is held back, and with five connections more nothing moves.
/// Where files stay none ends then, and nothing leads back. So what one resource has shown counts for all, until one
/// of them carries something with as many connections, which refutes that they are alike.
///
/// Nothing is learnt of a resource that stands still with no more connections than it moved with: that is something
/// else, such as a storage that is down. And what was learnt is forgotten if it goes on standing still when no more
/// are open than it moved with: it went down as they grew. Cost: O(total path length).
final class StandstillCheck {
    /// Less than this part of what connections carry by themselves is nothing, this part at least is something.
    private static final double NOTHING = 0.01;

    private static final double SOMETHING = 0.05;

    /// So few connections bring nothing to a standstill.
    private static final double LEAST = 20;

    /// More connections by this part than it moved with, and what is left of those per interval: n varies, and one
    /// interval in which nothing is seen must not count.
    private static final double MORE = 0.05;

    private static final double MOVED_FADES = 0.99;

    /// Up to this part of the number all may go; and by how much the number grows per interval, so that it is
    /// looked for again.
    private static final double NEAR = 0.75;

    private static final double GROWS = 0.002;

    private PathIndex paths = PathIndex.none();
    private IntervalView view = IntervalView.none();

    /// Per resource what its users moved as it was measured, what their connections would carry by themselves, and how
    /// many these are.
    private double[] movedBps = {};

    private double[] aloneBps = {};
    private double[] connections = {};

    /// Per resource the most connections with which it moved something lately; 0 where it never did.
    private double[] moving = {};

    /// Per resource whether more connections have brought it to a standstill.
    private boolean[] stands = {};

    /// The number as it was seen last, and as it is looked for again.
    private double seen = Double.POSITIVE_INFINITY;

    private double standstill = Double.POSITIVE_INFINITY;

    /// The resource that has shown it, and with how many connections that one had moved; -1 where none has.
    private int shown = -1;

    private double shownMoving;

    /// Takes over other paths; what is known of resources that were there stays.
    void adopt(IntervalView newView) {
        paths = newView.paths();
        int count = paths.resources();
        movedBps = new double[count];
        aloneBps = new double[count];
        connections = new double[count];
        moving = newView.resources().carry(moving, 0);
        stands = new boolean[count];
        shown = shown < 0 ? shown : newView.resources().after(shown);
    }

    /// Takes in an interval, as it was measured: whether a standstill is credible is seen soon, and care costs little
    /// until then.
    ///
    /// @param rateBps per pipe what a connection carries by itself; 0 where nothing is known
    void see(IntervalView newView, IntToDoubleFunction rateBps) {
        view = newView;
        sum(rateBps);
        standstill *= 1 + GROWS;
        double most = 0;
        boolean anyStands = false;
        for (int r = 0; r < connections.length; r++) {
            if (aloneBps[r] > 0 && movedBps[r] >= SOMETHING * aloneBps[r]) {
                moving[r] = Math.max(connections[r], MOVED_FADES * moving[r]);
                most = Math.max(most, connections[r]);
            }
            boolean still = movedBps[r] < NOTHING * aloneBps[r];
            stands[r] = still && moving[r] > 0 && connections[r] >= Math.max(LEAST, (1 + MORE) * moving[r]);
            anyStands |= stands[r];
        }
        // Where nothing is seen to move at all, it is what is seen that has failed.
        for (int i = 0; anyStands && most > 0 && i < view.size(); i++) {
            int worst = worst(i);
            if (worst >= 0 && connections[worst] < standstill) {
                seen = connections[worst];
                standstill = seen;
                shown = worst;
                shownMoving = moving[worst];
            }
        }
        if (most >= seen || (most > 0 && isDown())) {
            seen = Double.POSITIVE_INFINITY;
            standstill = Double.POSITIVE_INFINITY;
            shown = -1;
        }
    }

    private boolean isDown() {
        return shown >= 0
                && aloneBps[shown] > 0
                && connections[shown] <= shownMoving
                && movedBps[shown] < NOTHING * aloneBps[shown];
    }

    private void sum(IntToDoubleFunction rateBps) {
        Arrays.fill(movedBps, 0);
        Arrays.fill(aloneBps, 0);
        Arrays.fill(connections, 0);
        for (int i = 0; i < view.size(); i++) {
            double n = view.connections()[i];
            double alone = rateBps.applyAsDouble(i) * n;
            for (int p = paths.pathStart(i); n > 0 && p < paths.pathEnd(i); p++) {
                int r = paths.resourceAt(p);
                movedBps[r] += view.throughputBps()[i];
                aloneBps[r] += alone;
                connections[r] += n;
            }
        }
    }

    /// What stands still on the way of a pipe, the one with most connections: which of them it is, is not known.
    /// -1 where nothing does.
    private int worst(int pipe) {
        int worst = -1;
        for (int p = paths.pathStart(pipe); view.connections()[pipe] > 0 && p < paths.pathEnd(pipe); p++) {
            int r = paths.resourceAt(p);
            if (stands[r] && (worst < 0 || connections[r] > connections[worst])) {
                worst = r;
            }
        }
        return worst;
    }

    /// How many connections a resource may have so that it does not come near a standstill; infinite where none was
    /// seen.
    double mostConnections() {
        return Math.max(LEAST, NEAR * standstill);
    }
}
