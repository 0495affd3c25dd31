// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.rules.FixedRule;
import io.tcn.study.tuning.BestStatic;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.FileBatch;
import io.tcn.study.tuning.JobSeries;
import io.tcn.study.tuning.Replay;
import io.tcn.study.tuning.Testbed;
import java.util.List;
import java.util.stream.DoubleStream;

/// Runs and figures that several claims need.
final class Trials {
    /// Long enough for every tuner to settle.
    static final int SECONDS = 300;

    /// Over how many seconds a throughput is looked at.
    static final int WINDOW = 5;

    /// No job of finite size lasts longer here.
    private static final double LONGEST_SECONDS = 36_000;

    private static final double NINETY = 0.9;

    private Trials() {}

    /// A job without end, alone.
    static JobSeries alone(Testbed testbed, JobTuner tuner, long seed) {
        return Replay.alone(testbed, ChannelJob.of("job", testbed, Datasets.endless(), tuner), SECONDS, seed);
    }

    /// A job with an end, alone, until then.
    static JobSeries whole(Testbed testbed, List<FileBatch> batches, JobTuner tuner, long seed) {
        return Replay.alone(testbed, ChannelJob.of("job", testbed, batches, tuner), LONGEST_SECONDS, seed);
    }

    /// Throughput of a job with an end over its whole time, in bit/s.
    static double wholeBps(Testbed testbed, List<FileBatch> batches, JobTuner tuner, long seed) {
        return FileBatch.bits(batches) / whole(testbed, batches, tuner, seed).finishedAtSeconds();
    }

    /// So many files at a time, one stream each.
    static JobTuner fixed(int files) {
        return new FixedRule(new ClassTuning(files, 1, 0));
    }

    /// When 90 % of what a job has in its last third is reached for the first time, in seconds.
    static double converged(JobSeries series) {
        return series.reaches(NINETY * last(series), WINDOW);
    }

    /// The number of the first sample in which so many files were at work, to [TunerClaim#TOLERANCE]; NaN for none.
    /// The first second of a sample is that in which channels open.
    static double firstSampleNear(JobSeries series, double files, int sampleSeconds) {
        for (int k = 1; k * sampleSeconds <= series.seconds(); k++) {
            double mean = series.meanConnections((k - 1) * sampleSeconds + 1, k * sampleSeconds);
            if (Math.abs(mean / files - 1) <= TunerClaim.TOLERANCE) {
                return k;
            }
        }
        return Double.NaN;
    }

    /// The most that a job moved in any [#WINDOW] seconds, in bit/s.
    static double mostBps(JobSeries series) {
        double most = 0;
        for (int k = WINDOW; k <= series.seconds(); k++) {
            most = Math.max(most, series.meanBps(k - WINDOW, k));
        }
        return most;
    }

    /// The best number of files at a time that never changes, of a job without end.
    static double bestFiles(Testbed testbed) {
        return BestStatic.ofConcurrency(testbed, Datasets.endless()).tuning().concurrency();
    }

    /// What that moves, in Gbit/s.
    static double bestGbps(Testbed testbed) {
        return BestStatic.ofConcurrency(testbed, Datasets.endless()).throughputBps() / 1e9;
    }

    /// What the best number of files at a time that never changes moves of a job with an end, over what a tuner does,
    /// both over the whole time and without noise.
    static double bestOver(Testbed testbed, List<FileBatch> files, JobTuner other) {
        JobTuner still = new FixedRule(BestStatic.ofConcurrency(testbed, files).tuning());
        return wholeBps(testbed.steady(), files, still, 1) / wholeBps(testbed.steady(), files, other, 1);
    }

    /// Mean throughput in the last third.
    static double last(JobSeries series) {
        return series.meanBps(2 * SECONDS / 3, SECONDS);
    }

    /// Mean number of connections in the last third.
    static double lastConnections(JobSeries series) {
        return series.meanConnections(2 * SECONDS / 3, SECONDS);
    }

    /// Jain's index of fairness, 1 for even shares.
    static double jain(double... shares) {
        double sum = DoubleStream.of(shares).sum();
        double squares = DoubleStream.of(shares).map(share -> share * share).sum();
        // Even shares may come to a last bit above one.
        return squares > 0 ? Math.min(1, sum * sum / (shares.length * squares)) : Double.NaN;
    }
}
