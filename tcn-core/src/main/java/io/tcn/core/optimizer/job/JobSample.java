// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

import java.util.List;

/// What was seen of a job while one setting was in force.
///
/// @param seconds how long the job has run at the end of the sample
/// @param lossRatio part of the packets that were lost, 0 where nobody knows
/// @param classes one entry per class, in the order of their sizes
public record JobSample(double seconds, double lossRatio, List<ClassSample> classes) {
    /// What was seen of one class of files.
    ///
    /// @param left what has not arrived yet
    /// @param throughputBps what moved, in bit/s
    public record ClassSample(FileClass left, double throughputBps) {}

    public JobSample {
        classes = List.copyOf(classes);
    }

    /// Throughput of the whole job in bit/s.
    public double throughputBps() {
        return classes.stream().mapToDouble(ClassSample::throughputBps).sum();
    }

    /// What is left, class by class.
    public List<FileClass> left() {
        return classes.stream().map(ClassSample::left).toList();
    }
}
