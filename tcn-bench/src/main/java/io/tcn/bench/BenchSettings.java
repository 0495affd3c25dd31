// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench;

import java.nio.file.Path;

/// What a caller may choose.
///
/// @param rounds how often everything is measured
/// @param sizeBytes size of the files that are moved
/// @param folder where files are put
/// @param https whether storages speak HTTPS
/// @param quick whether a quick look is enough
/// @param quality what the benchmark `control` runs
/// @param submit what the benchmark `submit` is run against
public record BenchSettings(
        int rounds,
        long sizeBytes,
        Path folder,
        boolean https,
        boolean quick,
        QualitySettings quality,
        SubmitSettings submit) {
    private static final int MAX_ROUNDS = 1000;

    public BenchSettings {
        if (rounds < 1 || rounds > MAX_ROUNDS) {
            throw new IllegalArgumentException("rounds must be 1 to " + MAX_ROUNDS + ", given was " + rounds);
        }
        if (sizeBytes < 1) {
            throw new IllegalArgumentException("a size must be at least 1 byte, given was " + sizeBytes);
        }
    }
}
