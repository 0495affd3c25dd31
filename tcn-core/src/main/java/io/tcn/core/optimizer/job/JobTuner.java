// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

import java.util.List;

/// Tunes one transfer job: it says into which classes of sizes the files go and, again and again, with what
/// setting each class moves, and is told what came of that. Mutable; for one job; called by one thread.
public interface JobTuner {
    /// Where the classes end: a file belongs to the first class whose end is not below its size, and one that
    /// is larger than all to a last class of its own. Nothing: all files are one class.
    ///
    /// @return rising, in bytes
    default List<Double> classEndsBytes(PathFacts path) {
        return List.of();
    }

    /// How long a setting is tried before [#next(JobSample)] is asked, in seconds.
    double sampleSeconds(PathFacts path);

    /// The first setting.
    ///
    /// @param classes what is to be moved, by class
    /// @return one tuning per class
    List<ClassTuning> first(PathFacts path, List<FileClass> classes);

    /// The next setting.
    ///
    /// @param sample what was seen of the setting before
    /// @return one tuning per class; that of an empty class does not matter
    List<ClassTuning> next(JobSample sample);
}
