// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Dynamic-H, which FStream++ is compared with (section 4): equation 1 again and again for the files that are
/// there, and nothing measured.
public final class DynamicHeuristic implements JobTuner {
    private static final double LOOK_SECONDS = 5;

    private @Nullable PathFacts path;

    @Override
    public List<Double> classEndsBytes(PathFacts facts) {
        return SmallAndLarge.endsBytes(facts);
    }

    @Override
    public double sampleSeconds(PathFacts facts) {
        return LOOK_SECONDS;
    }

    @Override
    public List<ClassTuning> first(PathFacts facts, List<FileClass> classes) {
        path = facts;
        return SmallAndLarge.heuristic(facts, classes, OnlineProfiling.MOST);
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        if (path == null) {
            throw new IllegalStateException("a tuner is asked for its first setting first");
        }
        return SmallAndLarge.heuristic(path, sample.left(), OnlineProfiling.MOST);
    }
}
