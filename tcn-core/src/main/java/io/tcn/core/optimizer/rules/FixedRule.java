// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.rules;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.List;

/// One setting for all files, for ever: what a careful user types.
///
/// @param tuning which
public record FixedRule(ClassTuning tuning) implements JobTuner {
    private static final double LOOK_SECONDS = 5;

    @Override
    public double sampleSeconds(PathFacts path) {
        return LOOK_SECONDS;
    }

    @Override
    public List<ClassTuning> first(PathFacts path, List<FileClass> classes) {
        return List.of(tuning);
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        return List.of(tuning);
    }
}
