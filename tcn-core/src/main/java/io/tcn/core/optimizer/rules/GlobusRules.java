// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.rules;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Globus as the papers describe it: settings that never change, for all files of a task together.
///
/// Without a setting of the endpoint, two files at a time (FStream++, section 3.2; Falcon, section 5.5), and
/// streams and files ahead by the mean size: below 50 MB 2 and 20, above 250 MB 8 and 5, between them 4 and 10.
/// The three sizes are in HARP's section 5; the numbers beside them are those published for Globus Online and
/// in none of the four papers. With one, that: FStream++ saw 20 ahead, 4 streams and 4 files between Stampede2
/// and Expanse.
public final class GlobusRules implements JobTuner {
    private static final double SMALL_BYTES = 50e6;
    private static final double LARGE_BYTES = 250e6;
    private static final double LOOK_SECONDS = 5;

    private final @Nullable ClassTuning ofEndpoint;
    private ClassTuning chosen = ClassTuning.WAITS;

    /// By file size.
    public GlobusRules() {
        this(null);
    }

    /// @param ofEndpoint what the administrators of an endpoint have set, null for nothing
    public GlobusRules(@Nullable ClassTuning ofEndpoint) {
        this.ofEndpoint = ofEndpoint;
    }

    @Override
    public double sampleSeconds(PathFacts path) {
        return LOOK_SECONDS;
    }

    @Override
    public List<ClassTuning> first(PathFacts path, List<FileClass> classes) {
        chosen = ofEndpoint == null ? bySize(classes.getFirst().meanBytes()) : ofEndpoint;
        return List.of(chosen);
    }

    private static ClassTuning bySize(double meanBytes) {
        if (meanBytes < SMALL_BYTES) {
            return new ClassTuning(2, 2, 20);
        }
        return meanBytes > LARGE_BYTES ? new ClassTuning(2, 8, 5) : new ClassTuning(2, 4, 10);
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        return List.of(chosen);
    }
}
