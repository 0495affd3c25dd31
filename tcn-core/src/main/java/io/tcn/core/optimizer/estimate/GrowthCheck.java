// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

/// Per resource the most that it was seen to carry, and with how many connections: if it carries clearly less with
/// more of them, the last step went over a cliff that no line foretells yet.
///
/// Where files keep their connections to their end this cannot wait until a line is learnt. What was opened stays open,
/// another step of the same length follows before those that are held back are told from noise, and where nothing
/// moves any more no file ends. So there it leads back to the number of before, and once that many are open without
/// the same being carried the network has changed, and it begins anew. Cost: O(resources).
final class GrowthCheck {
    /// More connections by this part, and less that is carried by that part and so many standard errors. But no
    /// more than this: while rates are hardly known their errors are taken for large, and a cliff does not wait.
    private static final double MORE = 0.03;

    private static final double LESS = 0.03;
    private static final double ERRORS = 2;
    private static final double MOST_ERROR = 0.07;

    private double[] mostBps = {};
    private double[] errorBps = {};
    private double[] connections = {};
    private boolean[] worse = {};

    /// Begins anew with so many resources.
    void adopt(int resources) {
        mostBps = new double[resources];
        errorBps = new double[resources];
        connections = new double[resources];
        worse = new boolean[resources];
    }

    /// Takes in what a resource carried in an interval.
    void see(int r, double n, double carriedBps, double carriedErrorBps) {
        boolean more = n > (1 + MORE) * connections[r];
        double error = ERRORS * Math.hypot(errorBps[r], carriedErrorBps);
        boolean less = carriedBps < (1 - LESS) * mostBps[r] - Math.min(error, MOST_ERROR * mostBps[r]);
        worse[r] = more && less;
        if (!more || carriedBps >= mostBps[r]) {
            mostBps[r] = carriedBps;
            errorBps[r] = carriedErrorBps;
            connections[r] = n;
        }
    }

    /// Whether it carries less with more connections than before.
    boolean isWorse(int resource) {
        return worse[resource];
    }

    /// With how many connections it carried more.
    double connections(int resource) {
        return connections[resource];
    }
}
