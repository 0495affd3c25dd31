// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.PipeTable;
import io.tcn.core.optimizer.ascent.ResourceTable;

/// Per resource the most that it was seen to carry, by whom and with how many connections: if the same pipes carry
/// clearly less with more of them, the last step went over a cliff that no line foretells yet.
///
/// Where files come and go, less alone says nothing: others may have the connections now. So what is carried is held
/// against what the pipes of then would carry if nobody were hurt, no less with more connections than then and as much
/// less as they have fewer.
///
/// Where files keep their connections to their end this cannot wait until a line is learnt. What was opened stays open,
/// another step of the same length follows before those that are held back are told from noise, and where nothing
/// moves any more no file ends. So there it leads back to the number of before, and once that many are open without
/// the same being carried the network has changed, and it begins anew. So it does when a part of them has gone and less
/// is carried than while all were there: a cliff gives back what it took, so it was something else, such as others on
/// the way that have grown.
///
/// As a rule a resource carries its most, or has no more connections than it had, and then nothing is to be done
/// for its users. Cost: O(pipes + resources), and the users of the others.
final class GrowthCheck {
    /// More connections by this part.
    private static final double MORE = 0.03;

    /// Less that is carried by this part and so many standard errors. But of these no more than that: while rates are
    /// hardly known their errors are taken for large, and a cliff does not wait.
    private static final double LESS = 0.1;
    private static final double ERRORS = 2;
    private static final double MOST_ERROR = 0.07;

    /// What connections are seen to cost: less than this part of what they would carry by themselves is carried.
    private static final double SUFFERS = 0.8;

    /// Of the connections that are too many: up to this part has hardly gone, from this part on it has to show.
    private static final double HARDLY_GONE = 0.1;

    private static final double TELLING_GONE = 0.33;

    private PathIndex paths = PathIndex.none();

    /// What each pipe moved, and its open connections, in this interval and the one before.
    private double[] movedBps = {};

    private double[] open = {};
    private double[] movedBeforeBps = {};
    private double[] openBefore = {};

    /// Whether what a resource carried most is that of the interval before.
    private boolean[] isOfBefore = {};

    /// What each of its users moved then, and with how many connections, where it is not: by position of the user.
    private double[] movedThenBps = {};

    private double[] openThen = {};

    /// The same of all users together, and its standard error.
    private double[] mostBps = {};

    private double[] connections = {};
    private double[] errorBps = {};
    private boolean[] worse = {};

    /// Since it is worse: the most connections, and the least that was carried while nearly all of them were open.
    private double[] mostConnections = {};

    private double[] leastBps = {};

    /// Takes over other pipes and paths. What is known of a resource stays as long as all who carried something over
    /// it then use it still, and the map tells the same of it: without one of them, or where less is there, less is
    /// carried, and no connection is to blame for that.
    void adopt(IntervalView view) {
        PathIndex before = paths;
        PipeTable pipes = view.table();
        ResourceTable resources = view.resources();
        paths = view.paths();
        isOfBefore = resources.carry(isOfBefore, false);
        mostBps = resources.carry(mostBps, 0);
        connections = resources.carry(connections, 0);
        errorBps = resources.carry(errorBps, 0);
        worse = resources.carry(worse, false);
        mostConnections = resources.carry(mostConnections, 0);
        leastBps = resources.carry(leastBps, 0);
        carryThen(before, pipes, resources);
        movedBps = pipes.carry(movedBps, 0);
        open = pipes.carry(open, 0);
        movedBeforeBps = pipes.carry(movedBeforeBps, 0);
        openBefore = pipes.carry(openBefore, 0);
    }

    private void carryThen(PathIndex before, PipeTable pipes, ResourceTable resources) {
        double[] movedThenBefore = movedThenBps;
        double[] openThenBefore = openThen;
        int count = paths.resources();
        movedThenBps = new double[count == 0 ? 0 : paths.usersEnd(count - 1)];
        openThen = new double[movedThenBps.length];
        for (int r = 0; r < count; r++) {
            int was = resources.before(r);
            boolean complete = resources.isToldTheSame(r);
            for (int k = complete ? before.usersStart(was) : 0; complete && k < before.usersEnd(was); k++) {
                int userBefore = before.userAt(k);
                double movedBefore = isOfBefore[r] ? movedBps[userBefore] : movedThenBefore[k];
                double thenOpen = isOfBefore[r] ? open[userBefore] : openThenBefore[k];
                int user = pipes.after(userBefore);
                int position = user < 0 ? -1 : paths.userPosition(r, user);
                if (position >= 0) {
                    movedThenBps[position] = movedBefore;
                    openThen[position] = thenOpen;
                } else {
                    complete = !(thenOpen > 0);
                }
            }
            // Who uses it only now has carried what it did elsewhere.
            isOfBefore[r] = false;
            if (!complete) {
                mostBps[r] = 0;
                connections[r] = 0;
                worse[r] = false;
            }
        }
    }

    /// Begins an interval; the arrays are copied.
    ///
    /// @param moved per pipe what it moved
    /// @param n per pipe its open connections
    void begin(double[] moved, double[] n) {
        double[] again = movedBeforeBps;
        movedBeforeBps = movedBps;
        movedBps = again;
        again = openBefore;
        openBefore = open;
        open = again;
        System.arraycopy(moved, 0, movedBps, 0, movedBps.length);
        System.arraycopy(n, 0, open, 0, open.length);
    }

    /// Takes in what a resource carried in the interval.
    ///
    /// @param carriedBps what its users moved together
    /// @param n their open connections
    /// @param carriedErrorBps the standard error of what they moved
    /// @param aloneBps what their connections would carry by themselves
    /// @param matters whether it matters now whether it is worse: files stay, or a guarantee is short
    void see(int r, double carriedBps, double n, double carriedErrorBps, double aloneBps, boolean matters) {
        boolean more = n > (1 + MORE) * connections[r] && carriedBps < mostBps[r];
        if (!more || (worse[r] && isRefuted(r, carriedBps, n, carriedErrorBps))) {
            mostBps[r] = carriedBps;
            connections[r] = n;
            errorBps[r] = carriedErrorBps;
            isOfBefore[r] = true;
            worse[r] = false;
            return;
        }
        if (isOfBefore[r]) {
            keep(r);
        }
        boolean wasWorse = worse[r];
        worse[r] = matters && carriedBps < SUFFERS * aloneBps && isLess(r, carriedBps, carriedErrorBps);
        if (worse[r]) {
            watch(r, carriedBps, n, wasWorse);
        }
    }

    private void watch(int r, double carriedBps, double n, boolean wasWorse) {
        if (!wasWorse || n > mostConnections[r]) {
            mostConnections[r] = n;
            leastBps[r] = carriedBps;
        } else if (gone(r, n) < HARDLY_GONE) {
            leastBps[r] = Math.min(leastBps[r], carriedBps);
        }
    }

    /// Which part of the connections that are too many has gone.
    private double gone(int r, double n) {
        return (mostConnections[r] - n) / (mostConnections[r] - connections[r]);
    }

    /// Whether so many have gone that more would be carried if they had been what was too many, and it is not.
    private boolean isRefuted(int r, double carriedBps, double n, double carriedErrorBps) {
        return gone(r, n) > TELLING_GONE && carriedBps < leastBps[r] - carriedErrorBps;
    }

    /// Writes down what each user moved in the interval before.
    private void keep(int r) {
        isOfBefore[r] = false;
        for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
            movedThenBps[k] = movedBeforeBps[paths.userAt(k)];
            openThen[k] = openBefore[paths.userAt(k)];
        }
    }

    private boolean isLess(int r, double carriedBps, double carriedErrorBps) {
        double unhurtBps = unhurtBps(r);
        double error = Math.min(ERRORS * Math.hypot(errorBps[r], carriedErrorBps), MOST_ERROR * unhurtBps);
        return carriedBps < (1 - LESS) * unhurtBps - error;
    }

    /// What the users of then carry now if nobody is hurt.
    private double unhurtBps(int r) {
        double unhurt = 0;
        for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
            double before = openThen[k];
            unhurt += before > 0 ? movedThenBps[k] * Math.min(1, open[paths.userAt(k)] / before) : 0;
        }
        return unhurt;
    }

    /// Whether it carries less with more connections than before, where that matters.
    boolean isWorse(int resource) {
        return worse[resource];
    }

    /// With how many connections it carried more.
    double connections(int resource) {
        return connections[resource];
    }
}
