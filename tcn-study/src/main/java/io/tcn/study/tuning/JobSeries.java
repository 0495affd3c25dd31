// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import java.util.Arrays;

/// What a job did, second by second from the start of the replay.
public final class JobSeries {
    private double[] bits = new double[64];
    private double[] connections = new double[64];
    private double[] loss = new double[64];
    private int seconds;
    private double finishedAt = Double.NaN;

    /// Adds what happened in a step.
    void add(double atSeconds, double dtSeconds, double movedBits, double open, double lossRatio) {
        int second = (int) (atSeconds + 1e-9);
        if (second >= bits.length) {
            bits = Arrays.copyOf(bits, Math.max(2 * bits.length, second + 1));
            connections = Arrays.copyOf(connections, bits.length);
            loss = Arrays.copyOf(loss, bits.length);
        }
        bits[second] += movedBits;
        connections[second] += open * dtSeconds;
        loss[second] += lossRatio * dtSeconds;
        seconds = Math.max(seconds, second + 1);
    }

    void finish(double atSeconds) {
        finishedAt = atSeconds;
    }

    /// When the last byte arrived, NaN if it has not.
    public double finishedAtSeconds() {
        return finishedAt;
    }

    /// Seconds from the start of the replay to the end of the series.
    public int seconds() {
        return seconds;
    }

    /// Throughput in one second, in bit/s.
    public double throughputBps(int second) {
        return second < seconds ? bits[second] : 0;
    }

    /// Mean throughput from a second to before another.
    public double meanBps(int from, int to) {
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += throughputBps(k);
        }
        return to > from ? sum / (to - from) : 0;
    }

    /// Mean number of open connections from a second to before another.
    public double meanConnections(int from, int to) {
        return mean(connections, from, to);
    }

    /// Mean loss from a second to before another.
    public double meanLoss(int from, int to) {
        return mean(loss, from, to);
    }

    private double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int k = from; k < Math.min(to, seconds); k++) {
            sum += values[k];
        }
        return to > from ? sum / (to - from) : 0;
    }

    /// Standard deviation of the throughput over the mean, from a second to before another.
    public double variation(int from, int to) {
        double mean = meanBps(from, to);
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += (throughputBps(k) - mean) * (throughputBps(k) - mean);
        }
        return mean > 0 ? Math.sqrt(sum / (to - from)) / mean : 0;
    }

    /// The first second at which the mean of the last so many seconds reaches a throughput; NaN if none does.
    public double reaches(double bps, int window) {
        for (int k = window; k <= seconds; k++) {
            if (meanBps(k - window, k) >= bps) {
                return k;
            }
        }
        return Double.NaN;
    }
}
