// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.PathFacts;
import io.tcn.core.optimizer.rules.FileChunks;

/// One entry of HARP's history: some files of like size that moved with one setting.
///
/// @param path what was known of the path
/// @param files how many files
/// @param fileBytes their mean size
/// @param tuning the setting
/// @param throughputBps what it brought, in bit/s
/// @param period when: entries of one path, size and period are taken to have seen the same load
public record PastTransfer(
        PathFacts path, long files, double fileBytes, ClassTuning tuning, double throughputBps, long period) {
    /// The features that similarity looks at (section 3.2.2): bandwidth, round trip, bandwidth-delay product
    /// over buffer, class of files, file size, number of files.
    double[] features() {
        return featuresOf(path, files, fileBytes);
    }

    static double[] featuresOf(PathFacts path, long files, double fileBytes) {
        return new double[] {
            path.bandwidthBps(),
            path.rttSeconds(),
            path.bdpBytes() / path.bufferBytes(),
            1 + FileChunks.of(path, fileBytes),
            fileBytes,
            files
        };
    }
}
