// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import java.util.List;

/// Files of one size that come at once.
///
/// @param atSeconds when, after the start of the job
/// @param files how many, at least 1
/// @param fileBytes how large each is, above zero
public record FileBatch(double atSeconds, long files, double fileBytes) {
    private static final double BITS = 8;

    public FileBatch {
        if (!(atSeconds >= 0) || files < 1 || !(fileBytes > 0)) {
            throw new IllegalArgumentException("a batch has a time, files and a size, given were " + atSeconds + " s, "
                    + files + " files, " + fileBytes + " bytes");
        }
    }

    /// What several hold together, in bits.
    public static double bits(List<FileBatch> batches) {
        return BITS
                * batches.stream()
                        .mapToDouble(batch -> batch.files() * batch.fileBytes())
                        .sum();
    }
}
