// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import io.tcn.study.tuning.ChannelJob;
import java.util.Collections;
import java.util.List;

/// A task of a service that runs so many at once and lets the others wait in their order (Globus: three;
/// FStream++, section 4).
final class Queued implements JobTuner {
    private static final double LOOK_SECONDS = 1;

    private final JobTuner tuner;
    private final List<ChannelJob> earlier;
    private final int most;
    private boolean isRunning;

    /// @param tuner of the task once it runs
    /// @param earlier the tasks that came before it
    /// @param most how many run at once
    Queued(JobTuner tuner, List<ChannelJob> earlier, int most) {
        this.tuner = tuner;
        this.earlier = List.copyOf(earlier);
        this.most = most;
    }

    @Override
    public List<Double> classEndsBytes(PathFacts path) {
        return tuner.classEndsBytes(path);
    }

    @Override
    public double sampleSeconds(PathFacts path) {
        return LOOK_SECONDS;
    }

    @Override
    public List<ClassTuning> first(PathFacts path, List<FileClass> classes) {
        List<ClassTuning> tunings = tuner.first(path, classes);
        isRunning = hasRoom();
        return isRunning ? tunings : Collections.nCopies(classes.size(), ClassTuning.WAITS);
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        isRunning = isRunning || hasRoom();
        return isRunning
                ? tuner.next(sample)
                : Collections.nCopies(sample.classes().size(), ClassTuning.WAITS);
    }

    private boolean hasRoom() {
        long unfinished = earlier.stream()
                .filter(job -> Double.isNaN(job.series().finishedAtSeconds()))
                .count();
        return unfinished < most;
    }
}
