// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.rules.FixedRule;
import java.util.List;

/// The best setting that never changes, found by trying: what a tuner is measured against. Without noise.
public final class BestStatic {
    private static final int SECONDS = 20;
    private static final int WARM = 10;
    private static final int MOST = 100;
    private static final int[] STREAMS = {1, 2, 4, 8};
    private static final int[] AHEAD = {0, 4, 16, 32};
    private static final int[] MANY = {8, 12, 16, 24, 32, 48, 64};
    private static final double LONGEST_SECONDS = 36_000;

    /// A setting with what it brings.
    ///
    /// @param tuning the setting
    /// @param throughputBps in bit/s, after the channels were opened
    public record Best(ClassTuning tuning, double throughputBps) {}

    /// Nothing found.
    public static final Best NONE = new Best(new ClassTuning(1, 1, 0), 0);

    private BestStatic() {}

    /// Over the number of files at a time, 1 to 100, one stream each and none ahead. Of settings that bring the
    /// same, to a thousandth, the first.
    public static Best ofConcurrency(Testbed testbed, List<FileBatch> batches) {
        Best best = NONE;
        for (int n = 1; n <= MOST; n++) {
            best = better(best, testbed, batches, new ClassTuning(n, 1, 0));
        }
        return best;
    }

    /// Over a grid of files at a time, streams and files ahead.
    public static Best ofAll(Testbed testbed, List<FileBatch> batches) {
        Best best = NONE;
        for (int n = 1; n <= MOST; n = Math.max(n + 1, n * 5 / 4)) {
            for (int streams : STREAMS) {
                for (int ahead : AHEAD) {
                    best = better(best, testbed, batches, new ClassTuning(n, streams, ahead));
                }
            }
        }
        return best;
    }

    /// What the best of a coarser grid moves of batches that come in the course of time, from the first to the last
    /// byte, in bit/s.
    public static double wholeBps(Testbed testbed, List<FileBatch> batches) {
        Testbed steady = testbed.steady();
        double soonest = Double.POSITIVE_INFINITY;
        for (int n : MANY) {
            for (int streams : new int[] {1, 4}) {
                for (int ahead : new int[] {0, 16}) {
                    FixedRule still = new FixedRule(new ClassTuning(n, streams, ahead));
                    ChannelJob job = ChannelJob.of("static", steady, batches, still);
                    double at = Replay.alone(steady, job, LONGEST_SECONDS, 0).finishedAtSeconds();
                    soonest = at < soonest ? at : soonest;
                }
            }
        }
        return FileBatch.bits(batches) / soonest;
    }

    /// What the best of the grid moves of files of the mean size beside others on the link, once its channels are
    /// open, in bit/s.
    ///
    /// @param otherStreams connections of others, that take what they can
    public static double besideBps(Testbed testbed, List<FileBatch> batches, int otherStreams) {
        double meanBytes = FileBatch.bits(batches)
                / 8
                / batches.stream().mapToLong(FileBatch::files).sum();
        double most = 0;
        for (int n = 1; n <= MOST; n = Math.max(n + 1, n * 5 / 4)) {
            for (int streams : STREAMS) {
                for (int ahead : AHEAD) {
                    ClassTuning tuning = new ClassTuning(n, streams, ahead);
                    most = Math.max(most, ChannelRate.steadyBps(testbed.steady(), tuning, meanBytes, otherStreams));
                }
            }
        }
        return most;
    }

    private static Best better(Best best, Testbed testbed, List<FileBatch> batches, ClassTuning tuning) {
        double bps = steadyBps(testbed, batches, tuning);
        return bps > 1.001 * best.throughputBps() ? new Best(tuning, bps) : best;
    }

    /// What a setting brings once its channels are open, without noise, in bit/s.
    public static double steadyBps(Testbed testbed, List<FileBatch> batches, ClassTuning tuning) {
        Testbed steady = testbed.steady();
        JobSeries series =
                Replay.alone(steady, ChannelJob.of("static", steady, batches, new FixedRule(tuning)), SECONDS, 0);
        int to = Double.isNaN(series.finishedAtSeconds()) ? SECONDS : (int) series.finishedAtSeconds();
        return series.meanBps(Math.min(WARM, to / 2), to);
    }
}
