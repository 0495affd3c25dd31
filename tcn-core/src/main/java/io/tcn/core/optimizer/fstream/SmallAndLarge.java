// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.PathFacts;
import io.tcn.core.optimizer.job.Shares;
import io.tcn.core.optimizer.rules.HeuristicRule;
import java.util.ArrayList;
import java.util.List;

/// FStream's two classes of files and its dynamic tuning (FStream++, section 3 and equation 1): small files are
/// those that the bandwidth carries in a second, bandwidth / 8 bytes.
///
/// How one concurrency for the job is shared between the classes is not said; ours goes by what is left, one at
/// least.
final class SmallAndLarge {
    /// Index of the class of large files.
    static final int LARGE = 1;

    private static final double BITS = 8;

    private SmallAndLarge() {}

    static List<Double> endsBytes(PathFacts path) {
        return List.of(path.bandwidthBps() / BITS);
    }

    /// The heuristic setting of each class.
    static List<ClassTuning> heuristic(PathFacts path, List<FileClass> left, int most) {
        return left.stream()
                .map(files -> HeuristicRule.of(path, files, 1, most))
                .toList();
    }

    /// The heuristic setting of each class with the given concurrency shared among them.
    static List<ClassTuning> shared(PathFacts path, List<FileClass> left, int concurrency) {
        int[] shares = Shares.of(
                concurrency, left.stream().mapToDouble(FileClass::bytes).toArray());
        List<ClassTuning> tunings = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            tunings.add(
                    HeuristicRule.of(path, left.get(i), 1, OnlineProfiling.MOST).withConcurrency(shares[i]));
        }
        return tunings;
    }
}
