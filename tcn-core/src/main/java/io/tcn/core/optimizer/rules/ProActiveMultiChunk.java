// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.rules;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import io.tcn.core.optimizer.job.Shares;
import java.util.ArrayList;
import java.util.List;

/// ProMC, the multi-chunk heuristic that HARP is compared with (HARP, section 4): all classes of files move at
/// once, with streams and files ahead of [HeuristicRule], and all channels that it may have are always in use.
///
/// HARP does not say how ProMC shares the channels out; ours go by the bytes that are left, one at least to
/// each class.
public final class ProActiveMultiChunk implements JobTuner {
    private static final double LOOK_SECONDS = 1;

    private final int channels;
    private List<ClassTuning> ofClass = List.of();

    /// With the ten channels of HARP's experiments.
    public ProActiveMultiChunk() {
        this(SingleChunk.MOST_CONCURRENT);
    }

    /// @param channels files at a time in all
    public ProActiveMultiChunk(int channels) {
        this.channels = channels;
    }

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
                .map(files -> HeuristicRule.of(path, files, 1, channels))
                .toList();
        return shared(classes);
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        return shared(sample.left());
    }

    private List<ClassTuning> shared(List<FileClass> left) {
        int[] shares =
                Shares.of(channels, left.stream().mapToDouble(FileClass::bytes).toArray());
        List<ClassTuning> tunings = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            tunings.add(ofClass.get(i).withConcurrency(shares[i]));
        }
        return tunings;
    }
}
