// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.ArrayList;
import java.util.List;

/// Lets an optimizer of pipes tune a job: it says what it was told last, and keeps what it has seen since then.
public final class AssignedTuner implements JobTuner {
    private int connections;
    private final List<Double> seenBps = new ArrayList<>();
    private final List<Double> seenLoss = new ArrayList<>();

    @Override
    public double sampleSeconds(PathFacts path) {
        return Replay.STEP_SECONDS;
    }

    @Override
    public List<ClassTuning> first(PathFacts path, List<FileClass> classes) {
        return told();
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        seenBps.add(sample.throughputBps());
        seenLoss.add(sample.lossRatio());
        return told();
    }

    private List<ClassTuning> told() {
        return List.of(new ClassTuning(connections, 1, 0));
    }

    int connections() {
        return connections;
    }

    void assign(int newConnections) {
        connections = newConnections;
    }

    /// Mean loss since the last call; NaN if there was no step.
    double takeLoss() {
        double mean =
                seenLoss.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        seenLoss.clear();
        return mean;
    }

    /// Throughput of each step since the last call.
    List<Double> takeSeen() {
        List<Double> taken = List.copyOf(seenBps);
        seenBps.clear();
        return taken;
    }
}
