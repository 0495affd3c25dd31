// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.rules;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// SC, the single-chunk heuristic that HARP is compared with (HARP, section 4): the classes of files move one
/// after the other, the smallest first, each with the setting of [HeuristicRule], at least two and at most
/// [#MOST_CONCURRENT] files at a time.
public final class SingleChunk implements JobTuner {
    /// HARP's experiments give SC and ProMC ten.
    public static final int MOST_CONCURRENT = 10;

    private static final int LEAST_CONCURRENT = 2;
    private static final double LOOK_SECONDS = 1;

    private List<ClassTuning> ofClass = List.of();

    @Override
    public List<Double> classEndsBytes(PathFacts path) {
        return FileChunks.endsBytes(path);
    }

    @Override
    public double sampleSeconds(PathFacts path) {
        return LOOK_SECONDS;
    }

    @Override
    public List<ClassTuning> first(PathFacts path, List<FileClass> classes) {
        ofClass = classes.stream()
                .map(files -> HeuristicRule.of(path, files, LEAST_CONCURRENT, MOST_CONCURRENT))
                .toList();
        return onlyFirstOf(classes);
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        return onlyFirstOf(sample.left());
    }

    private List<ClassTuning> onlyFirstOf(List<FileClass> left) {
        List<ClassTuning> tunings = new ArrayList<>(Collections.nCopies(left.size(), ClassTuning.WAITS));
        for (int i = 0; i < left.size(); i++) {
            if (!left.get(i).isEmpty()) {
                tunings.set(i, ofClass.get(i));
                break;
            }
        }
        return tunings;
    }
}
