// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

/// Tunes the three stages of one copy: it says how many threads each has and is told what came of it. Mutable;
/// for one job; called by one thread.
public interface StageTuner {
    /// How long a setting is tried, in seconds: three in the paper (section 3.2).
    double SAMPLE_SECONDS = 3;

    /// What to try first.
    StageThreads first();

    /// What to try next.
    ///
    /// @param sample what was seen of the setting before
    StageThreads next(StageSample sample);
}
