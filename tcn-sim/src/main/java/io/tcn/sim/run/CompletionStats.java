// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import java.util.Arrays;

/// Gathers completion times one by one in constant memory once there are many. Up to [#MAX_EXACT] it keeps them
/// all and quantiles are those of the nearest rank. Beyond that it counts them in classes that are 1 % wide each,
/// from 1 us to 30 years, and a quantile is the upper end of its class: at most 1 % too high. Used by one thread.
final class CompletionStats {
    /// So many values are kept one by one.
    static final int MAX_EXACT = 100_000;

    private static final double LEAST = 1e-6;
    private static final double LOG_WIDTH = Math.log1p(0.01);
    private static final int CLASSES = (int) Math.ceil(Math.log(1e15) / LOG_WIDTH);

    private double[] values = new double[1024];
    private final long[] classes = new long[CLASSES];
    private long count;
    private double sum;
    private double max = Double.NaN;
    private double lastFinish;

    void add(double seconds, double finishSeconds) {
        if (count < MAX_EXACT) {
            if (count == values.length) {
                values = Arrays.copyOf(values, Math.min(MAX_EXACT, values.length * 2));
            }
            values[(int) count] = seconds;
        }
        classes[classOf(seconds)]++;
        count++;
        sum += seconds;
        max = count == 1 ? seconds : Math.max(max, seconds);
        lastFinish = Math.max(lastFinish, finishSeconds);
    }

    private static int classOf(double seconds) {
        return seconds <= LEAST
                ? 0
                : Math.clamp((long) Math.ceil(Math.log(seconds / LEAST) / LOG_WIDTH), 0, CLASSES - 1);
    }

    long count() {
        return count;
    }

    CompletionSummary summary(long unfinished) {
        boolean isExact = count <= MAX_EXACT;
        double[] sorted = isExact ? Arrays.copyOf(values, (int) count) : new double[0];
        Arrays.sort(sorted);
        return new CompletionSummary(
                count,
                unfinished,
                count == 0 ? Double.NaN : sum / count,
                max,
                quantile(0.5, sorted),
                quantile(0.9, sorted),
                quantile(0.99, sorted),
                lastFinish,
                isExact);
    }

    private double quantile(double part, double[] sorted) {
        if (count == 0) {
            return Double.NaN;
        }
        long rank = Math.max(1, (long) Math.ceil(part * count));
        if (sorted.length > 0) {
            return sorted[(int) rank - 1];
        }
        long seen = 0;
        for (int i = 0; i < CLASSES; i++) {
            seen += classes[i];
            if (seen >= rank) {
                return Math.min(max, LEAST * Math.exp(i * LOG_WIDTH));
            }
        }
        return max;
    }
}
