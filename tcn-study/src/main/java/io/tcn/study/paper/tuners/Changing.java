// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import io.tcn.core.optimizer.fstream.StreamTuner;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.List;

/// An application that wants another rate from some time on.
final class Changing implements JobTuner {
    private final StreamTuner tuner;
    private final double atSeconds;
    private final double bps;
    private boolean isTold;

    /// @param tuner who is told
    /// @param atSeconds when
    /// @param bps what is wanted then
    Changing(StreamTuner tuner, double atSeconds, double bps) {
        this.tuner = tuner;
        this.atSeconds = atSeconds;
        this.bps = bps;
    }

    @Override
    public List<Double> classEndsBytes(PathFacts path) {
        return tuner.classEndsBytes(path);
    }

    @Override
    public double sampleSeconds(PathFacts path) {
        return tuner.sampleSeconds(path);
    }

    @Override
    public List<ClassTuning> first(PathFacts path, List<FileClass> classes) {
        return tuner.first(path, classes);
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        if (!isTold && sample.seconds() >= atSeconds) {
            isTold = true;
            tuner.wants(bps);
        }
        return tuner.next(sample);
    }
}
