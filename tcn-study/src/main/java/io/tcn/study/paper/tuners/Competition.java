// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.Replay;
import io.tcn.study.tuning.Testbed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;

/// Jobs without end on one testbed, of which one more joins every [#APART] seconds, and up to [#OFFSET] later,
/// so that they do not try their settings in step.
///
/// @param jobs in the order of joining
record Competition(List<ChannelJob> jobs) {
    /// Seconds from one to the next.
    static final int APART = 300;

    private static final int OFFSET = 10;
    private static final int LOOKED_AT = 150;

    /// How much later than in step a job joins.
    static double offsetSeconds(long seed, int job) {
        return job == 0 ? 0 : OFFSET * new SplittableRandom(31 * seed + job).nextDouble();
    }

    /// Runs it until the last has been there for [#APART] seconds.
    ///
    /// @param tunerOf the tuner of each, from 0
    static Competition of(Testbed testbed, int count, IntFunction<JobTuner> tunerOf, long seed) {
        List<ChannelJob> jobs = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            jobs.add(new ChannelJob(
                    "job " + k,
                    testbed,
                    Datasets.endless(),
                    tunerOf.apply(k),
                    0,
                    k * APART + offsetSeconds(seed, k),
                    Double.POSITIVE_INFINITY,
                    Double.POSITIVE_INFINITY));
        }
        Replay.of(testbed, jobs, seed).run(count * APART);
        return new Competition(jobs);
    }

    /// Mean throughputs while so many were there, in the second half of that time, in bit/s.
    double[] sharesBps(int present) {
        double[] shares = new double[present];
        for (int k = 0; k < present; k++) {
            shares[k] = jobs.get(k).series().meanBps(present * APART - LOOKED_AT, present * APART);
        }
        return shares;
    }

    /// Mean throughput of a job while so many were there, the mean over them, in bit/s.
    double meanBps(int present) {
        return DoubleStream.of(sharesBps(present)).average().orElse(Double.NaN);
    }

    /// Mean number of connections of a job while so many were there, the mean over them.
    double meanConnections(int present) {
        double sum = 0;
        for (int k = 0; k < present; k++) {
            sum += jobs.get(k).series().meanConnections(present * APART - LOOKED_AT, present * APART);
        }
        return sum / present;
    }
}
