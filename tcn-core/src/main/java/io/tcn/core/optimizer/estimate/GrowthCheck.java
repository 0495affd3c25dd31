// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

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
/// the same being carried the network has changed, and it begins anew. Cost: O(total path length).
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

    /// What each of its users moved then, and with how many connections.
    private double[][] mostBps = {};

    private double[][] connections = {};
    private double[] errorBps = {};
    private boolean[] worse = {};

    /// Begins anew with so many resources.
    void adopt(int resources) {
        mostBps = new double[resources][0];
        connections = new double[resources][0];
        errorBps = new double[resources];
        worse = new boolean[resources];
    }

    /// Takes in what a resource carried in an interval.
    ///
    /// @param movedBps per user, always in the same order, what it moved; kept
    /// @param n per user its open connections; kept
    /// @param carriedErrorBps the standard error of what all moved together
    /// @param aloneBps what all connections would carry by themselves
    void see(int r, double[] movedBps, double[] n, double carriedErrorBps, double aloneBps) {
        double carriedBps = sum(movedBps);
        boolean more = sum(n) > (1 + MORE) * sum(connections[r]);
        double unhurtBps = unhurtBps(r, n);
        double error = Math.min(ERRORS * Math.hypot(errorBps[r], carriedErrorBps), MOST_ERROR * unhurtBps);
        boolean less = carriedBps < (1 - LESS) * unhurtBps - error;
        worse[r] = more && less && carriedBps < SUFFERS * aloneBps;
        if (!more || carriedBps >= sum(mostBps[r])) {
            mostBps[r] = movedBps;
            connections[r] = n;
            errorBps[r] = carriedErrorBps;
        }
    }

    /// What the users of then carry now if nobody is hurt.
    private double unhurtBps(int r, double[] n) {
        double unhurt = 0;
        for (int k = 0; k < connections[r].length; k++) {
            double before = connections[r][k];
            unhurt += before > 0 ? mostBps[r][k] * Math.min(1, n[k] / before) : 0;
        }
        return unhurt;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    /// Whether it carries less with more connections than before.
    boolean isWorse(int resource) {
        return worse[resource];
    }

    /// With how many connections it carried more.
    double connections(int resource) {
        return sum(connections[resource]);
    }
}
