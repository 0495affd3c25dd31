// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.rules;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.PathFacts;

/// The setting that file size, bandwidth and delay suggest (FStream++, equation 1; HARP's SC and ProMC):
///
///     pipelining  = BDP / mean size
///     parallelism = min(ceil(BDP / buffer), ceil(mean size / buffer))
///     concurrency = min(ceil(BDP / mean size), most)
///
/// Small files get many at a time and many ahead, large ones several streams. Deviations: pipelining is rounded
/// up, for the papers print a fraction, and is at most [#MOST_AHEAD]; concurrency has a least value, 1 for
/// FStream++ and 2 for SC and ProMC (HARP, section 4: "concurrency value 2 for large files").
public final class HeuristicRule {
    /// Files asked for ahead at most: HARP's data go to 32, and no paper names a greater value.
    public static final int MOST_AHEAD = 32;

    private HeuristicRule() {}

    /// The setting of a class.
    ///
    /// @param least fewest files at a time
    /// @param most most files at a time
    public static ClassTuning of(PathFacts path, FileClass files, int least, int most) {
        if (files.isEmpty()) {
            return ClassTuning.WAITS;
        }
        double size = Math.max(1, files.meanBytes());
        int perSize = (int) Math.min(Integer.MAX_VALUE, Math.ceil(path.bdpBytes() / size));
        int streams = (int) Math.max(
                1, Math.min(Math.ceil(path.bdpBytes() / path.bufferBytes()), Math.ceil(size / path.bufferBytes())));
        int ahead = path.bdpBytes() < size ? 0 : Math.min(perSize, MOST_AHEAD);
        return new ClassTuning(Math.clamp(perSize, least, Math.max(least, most)), streams, ahead);
    }
}
