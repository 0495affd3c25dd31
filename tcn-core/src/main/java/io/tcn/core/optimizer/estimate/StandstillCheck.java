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
/// are open than it moved with: it went down as they grew. Where files stay only connections count as having moved
/// that were open in the interval before, too: what others moved while new ones were being set up says nothing of so
/// many. Cost: O(total path length).
final class StandstillCheck {
    /// Less than this part of what connections carry by themselves is nothing, this part at least is something.
    private static final double NOTHING = 0.01;

    private static final double SOMETHING = 0.05;

    /// A resource suffers that carries less than this part of what its connections would carry by themselves.
    private static final double SUFFERS = 0.8;

    /// Where nothing at all moves, or a resource seems to be down while files begin anew, it may be what is seen that
    /// has failed, or they have not begun yet: so many intervals must show it.
    private static final int PATIENCE = 2;

    /// With this part of the connections with which it moved a resource that has not come back is down, where files
    /// stay: with about as many it is the same edge.
    private static final double LESS = 0.9;

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

    /// Where all stood still it may have been an outage of all. So the number grows by so much per interval while one
    /// that has more than this part of what it may have does not suffer.
    private static final double GROWS_UNHURT = 1.01;

    private static final double CLOSE = 0.9;

    private PathIndex paths = PathIndex.none();
    private IntervalView view = IntervalView.none();

    /// Per resource what its users moved as it was measured, what their connections would carry by themselves, and how
    /// many these are.
    private double[] movedBps = {};

    private double[] aloneBps = {};
    private double[] connections = {};

    /// Those of them that were open in the interval before, too.
    private double[] settled = {};

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

    /// For how many intervals nothing has moved at all, and that one has seemed to be down.
    private int allStandFor;

    private int downFor;

    /// Whether all stood when it was shown.
    private boolean allStood;

    /// Begins anew with other paths; the number stays.
    void adopt(PathIndex newPaths) {
        paths = newPaths;
        int count = paths.resources();
        movedBps = new double[count];
        aloneBps = new double[count];
        connections = new double[count];
        settled = new double[count];
        moving = new double[count];
        stands = new boolean[count];
        shown = -1;
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
        boolean unhurt = false;
        for (int r = 0; r < connections.length; r++) {
            if (aloneBps[r] > 0 && movedBps[r] >= SOMETHING * aloneBps[r]) {
                double n = view.filesStay() ? settled[r] : connections[r];
                moving[r] = Math.max(n, MOVED_FADES * moving[r]);
                most = Math.max(most, n);
                unhurt |= connections[r] > CLOSE * mostConnections() && movedBps[r] >= SUFFERS * aloneBps[r];
            }
            boolean still = movedBps[r] < NOTHING * aloneBps[r];
            stands[r] = still && moving[r] > 0 && connections[r] >= Math.max(LEAST, (1 + MORE) * moving[r]);
            anyStands |= stands[r];
        }
        standstill *= allStood && unhurt ? GROWS_UNHURT : 1;
        allStandFor = most > 0 ? 0 : allStandFor + 1;
        boolean credible = most > 0 || (view.filesStay() && allStandFor == PATIENCE);
        for (int i = 0; anyStands && credible && i < view.size(); i++) {
            int worst = worst(i);
            if (worst >= 0 && numberOf(worst) < standstill) {
                seen = connections[worst];
                standstill = numberOf(worst);
                shown = worst;
                shownMoving = moving[worst];
                allStood = allStandFor > 0;
            }
        }
        downFor = most > 0 && isDown() ? downFor + 1 : 0;
        if (isRefuted(most) || downFor >= (view.filesStay() ? PATIENCE : 1)) {
            seen = Double.POSITIVE_INFINITY;
            standstill = Double.POSITIVE_INFINITY;
            shown = -1;
        }
    }

    /// What counts as the number of a resource that stands still. Where all stand, the first step too far may have
    /// led far over it: then the number lies nearer to that with which the resource moved.
    private double numberOf(int r) {
        return allStandFor > 0 ? Math.cbrt(connections[r] * moving[r] * moving[r]) / NEAR : connections[r];
    }

    /// Whether one moves something with as many. Where files stay the number is just where nothing moves any more:
    /// around it this or that moves for a moment.
    private boolean isRefuted(double most) {
        return most >= (view.filesStay() ? (1 + MORE) * seen : seen);
    }

    private boolean isDown() {
        double most = view.filesStay() ? LESS * shownMoving : shownMoving;
        return shown >= 0
                && aloneBps[shown] > 0
                && connections[shown] <= most
                && movedBps[shown] < NOTHING * aloneBps[shown];
    }

    private void sum(IntToDoubleFunction rateBps) {
        Arrays.fill(movedBps, 0);
        Arrays.fill(aloneBps, 0);
        Arrays.fill(connections, 0);
        Arrays.fill(settled, 0);
        for (int i = 0; i < view.size(); i++) {
            double n = view.connections()[i];
            double alone = rateBps.applyAsDouble(i) * n;
            for (int p = paths.pathStart(i); n > 0 && p < paths.pathEnd(i); p++) {
                int r = paths.resourceAt(p);
                movedBps[r] += view.throughputBps()[i];
                aloneBps[r] += alone;
                connections[r] += n;
                settled[r] += Math.min(n, view.connectionsBefore()[i]);
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

    /// Whether a resource has more connections than that and suffers by it, and they stay.
    boolean isOver(int r, double most) {
        return view.filesStay() && connections[r] > most && movedBps[r] < SUFFERS * aloneBps[r];
    }

    /// How many connections a resource may have so that it does not come near a standstill; infinite where none was
    /// seen.
    double mostConnections() {
        return Math.max(LEAST, NEAR * standstill);
    }
}
