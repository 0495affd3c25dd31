// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.core;

import io.tcn.bench.report.Median;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Times a step that is called again and again: first so long that the JVM has compiled it, then so often that the
/// median means something.
///
/// @param medianMicros median time of one call in microseconds
/// @param bytes mean memory allocated by one call
record Stopwatch(double medianMicros, double bytes) {
    private static final int MIN_CALLS = 5;

    /// Times a step.
    ///
    /// @param atLeast how long to warm up, and how long to measure
    static Stopwatch time(Runnable step, Duration atLeast) {
        repeat(step, atLeast);
        List<Long> nanos = repeat(step, atLeast);
        double median = Median.of(nanos.stream().mapToDouble(call -> call / 1e3).toArray());
        // Apart from the timing, whose own list would count; and without what asking allocates.
        long asked = Allocation.bytesSoFar();
        long before = Allocation.bytesSoFar();
        for (int call = 0; call < MIN_CALLS; call++) {
            step.run();
        }
        long allocated = Allocation.bytesSoFar() - before - (before - asked);
        return new Stopwatch(median, Math.max(0.0, (double) allocated / MIN_CALLS));
    }

    private static List<Long> repeat(Runnable step, Duration atLeast) {
        List<Long> nanos = new ArrayList<>();
        long began = System.nanoTime();
        long now = began;
        while (nanos.size() < MIN_CALLS || now - began < atLeast.toNanos()) {
            step.run();
            long end = System.nanoTime();
            nanos.add(end - now);
            now = end;
        }
        return nanos;
    }
}
