// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.tuning;

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
