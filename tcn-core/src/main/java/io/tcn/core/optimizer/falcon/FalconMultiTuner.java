// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.List;

/// Falcon for concurrency n, parallelism p and pipelining together (section 5.4): a [ConjugateSearch] on
/// equation 6, `T / K^(n p) - T L B`. Files ahead cost nothing there. It starts with two files, one stream, one
/// ahead.
///
/// The paper prints `(n p) t` with t the throughput of a file; read as that of a connection it is the
/// throughput of the job, which is what is taken here.
public final class FalconMultiTuner implements JobTuner {
    private static final int MOST_STREAMS = 16;
    private static final int MOST_AHEAD = 64;

    private final FalconUtility utility;
    private final ConjugateSearch search = new ConjugateSearch(
            new int[] {2, 1, 1}, new int[] {1, 1, 0}, new int[] {FalconJobTuner.MOST, MOST_STREAMS, MOST_AHEAD});
    private int[] tried = search.first();

    /// @param utility of the number of connections
    public FalconMultiTuner(FalconUtility utility) {
        this.utility = utility;
    }

    @Override
    public double sampleSeconds(PathFacts path) {
        return FalconJobTuner.sampleSecondsOf(path);
    }

    @Override
    public List<ClassTuning> first(PathFacts path, List<FileClass> classes) {
        return chosen();
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        int connections = tried[0] * tried[1];
        tried = search.next(utility.of(connections, sample.throughputBps(), sample.lossRatio()));
        return chosen();
    }

    private List<ClassTuning> chosen() {
        return List.of(new ClassTuning(tried[0], tried[1], tried[2]));
    }
}
