// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.List;

/// Falcon for one job: one stream for each file, nothing asked for ahead, and as many files at a time as a
/// [ConcurrencySearch] finds best. Unlike [FalconPipeTuner] it is told the loss.
public final class FalconJobTuner implements JobTuner {
    /// Files at a time at most: beyond this equation 4 is no longer concave (section 4.1).
    public static final int MOST = 100;

    /// Section 5: 3 s in local networks, 5 s in wide ones.
    private static final double LOCAL_SECONDS = 3;

    private static final double WIDE_SECONDS = 5;
    private static final double WIDE_RTT_SECONDS = 0.005;

    private final ConcurrencySearch search;
    private final FalconUtility utility;
    private final int most;
    private int tried;

    /// @param search how it looks for the best
    /// @param utility what is best
    /// @param most files at a time at most, such as a token allows
    public FalconJobTuner(ConcurrencySearch search, FalconUtility utility, int most) {
        this.search = search;
        this.utility = utility;
        this.most = most;
    }

    /// The paper's choice: gradient descent on equation 4.
    public static FalconJobTuner usual() {
        return new FalconJobTuner(new GradientDescentSearch(), FalconUtility.usual(), MOST);
    }

    /// How long Falcon tries a setting on a path.
    static double sampleSecondsOf(PathFacts path) {
        return path.rttSeconds() < WIDE_RTT_SECONDS ? LOCAL_SECONDS : WIDE_SECONDS;
    }

    @Override
    public double sampleSeconds(PathFacts path) {
        return sampleSecondsOf(path);
    }

    @Override
    public List<ClassTuning> first(PathFacts path, List<FileClass> classes) {
        tried = search.first(1, most);
        return chosen();
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        tried = search.next(tried, utility.of(tried, sample.throughputBps(), sample.lossRatio()), 1, most);
        return chosen();
    }

    private List<ClassTuning> chosen() {
        return List.of(new ClassTuning(tried, 1, 0));
    }
}
