// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

/// Which resources are as full as the map says though no single pipe shows it.
///
/// Near its capacity a resource leaves every connection a little less than it would carry by itself: a twentieth, say,
/// which is less than the noise of any pipe from one interval to the next. What each carries by itself would follow
/// that down, more connections would seem to fit, and the links would be crowded further. But what all of them carry
/// together is known several times better than what one does, and the same shortfall in interval after interval is
/// no chance ([CumulativeSum]).
///
/// It counts only where a capacity is known and nearly used: that of the map, or, where that was refuted, what was
/// carried when single pipes had shown it full. Elsewhere that connections are slower explains it as well. So what a
/// wrong sum may cost is what is missing to that capacity. Used by one thread.
final class PooledShortfall {
    /// So much of what is known is carried, and no more than so much.
    private static final double NEARLY_USED = 0.9;

    private static final double REFUTED = 1.05;

    /// Less than this part of what its connections would carry arrives.
    private static final double SHORT = 0.96;

    /// What is left of the sum after an interval that says nothing.
    private static final double MEMORY = 0.7;

    private final double[] sum;

    PooledShortfall(int size) {
        sum = new double[size];
    }

    void copy(int r, PooledShortfall from, int other) {
        sum[r] = from.sum[other];
    }

    /// Whether an interval says anything of a resource.
    ///
    /// @param capacityBps what it is known to carry when it is full, in bit/s; infinite if nothing is known
    static boolean mayShow(double carriedBps, double capacityBps) {
        return capacityBps < Double.POSITIVE_INFINITY
                && carriedBps >= NEARLY_USED * capacityBps
                && carriedBps <= REFUTED * capacityBps;
    }

    /// Takes in an interval that says nothing.
    void pass(int r) {
        sum[r] *= MEMORY;
    }

    /// Takes in an interval that [#mayShow] something.
    ///
    /// @param carriedBps what arrived over the resource, in bit/s
    /// @param wouldBps what its connections would carry there if it held nobody back, in bit/s; above 0
    /// @param errorBps standard error of what arrived, in bit/s; above 0
    /// @return whether the resource is full
    boolean isFull(int r, double carriedBps, double wouldBps, double errorBps) {
        double part = carriedBps / wouldBps;
        double errors = (1 - part) / (errorBps / carriedBps);
        sum[r] = CumulativeSum.after(sum[r], errors);
        return CumulativeSum.isNoChance(sum[r]) && part < SHORT;
    }
}
