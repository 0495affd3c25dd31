// SPDX-License-Identifier: Apache-2.0
package io.tcn.core;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.IntFunction;

/// By how much the cost of some work grows with its size: in processor time of this thread, so that what else the
/// machine does counts little. Work of eight times the size costs about eight times as much if its cost is in
/// proportion to the size, ten times with a logarithm, and 64 times if it is in proportion to the square: [#MOST] lies
/// between.
public final class Growth {
    /// How many times larger the large work is.
    public static final int TIMES = 8;

    /// More than work in proportion to its size grows by, with room for a cold start and for caches.
    public static final double MOST = 30;

    private static final int RUNS = 3;

    private Growth() {}

    /// The cost of the large work in those of the small one, the least of a few runs of each.
    ///
    /// @param small size of the small work
    /// @param prepare makes the work of a size; what it takes is not counted
    public static double of(int small, IntFunction<Runnable> prepare) {
        long least = Long.MAX_VALUE;
        long most = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            least = Math.min(least, nanos(prepare.apply(small)));
            most = Math.min(most, nanos(prepare.apply(TIMES * small)));
        }
        return (double) most / Math.max(1, least);
    }

    private static long nanos(Runnable work) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        work.run();
        return threads.getCurrentThreadCpuTime() - before;
    }
}
