// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.Shares;
import java.util.ArrayList;
import java.util.List;

/// How HARP moves all classes at once (section 3.1, lines 15 to 21 of its algorithm 1): as many channels as the
/// class that wants most, shared out in proportion to the size of a class and to the summed unit throughput
/// over its own.
final class ChannelDistribution {
    private ChannelDistribution() {}

    /// The settings with their channels.
    ///
    /// @param advice what each class wants; looked at only where something is left
    static List<ClassTuning> of(List<FileClass> left, List<HarpOptimizer.Advice> advice) {
        int channels = 0;
        double[] weights = new double[left.size()];
        for (int i = 0; i < weights.length; i++) {
            if (!left.get(i).isEmpty()) {
                channels = Math.max(channels, advice.get(i).tuning().concurrency());
                weights[i] = left.get(i).bytes() / advice.get(i).unitBps();
            }
        }
        int[] shares = Shares.of(channels, weights);
        List<ClassTuning> tunings = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            tunings.add(
                    left.get(i).isEmpty()
                            ? ClassTuning.WAITS
                            : advice.get(i).tuning().withConcurrency(shares[i]));
        }
        return tunings;
    }
}
