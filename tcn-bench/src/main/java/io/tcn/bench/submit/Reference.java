// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.report.Aim;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What FTS REST 3.13 on Apache and MariaDB does on a machine with 2 processors, TLS with client certificates, the
/// client on the same machine. The aim is three times as much.
final class Reference {
    /// Connections at once that submissions are measured with.
    static final List<Integer> CONCURRENCY = List.of(1, 4, 16);

    private static final double TIMES = 3;
    /// Jobs of one file, and files of larger jobs, per second, at each concurrency.
    private static final Map<Integer, List<Integer>> SUBMITTED = Map.of(
            1, List.of(218, 346, 371),
            100, List.of(8_500, 14_400, 13_300),
            1_000, List.of(11_600, 17_000, 18_000));
    /// A 99th percentile is known for jobs of 100 files at concurrency 1 only.
    private static final double P99_MILLIS = 16;

    private Reference() {}

    static @Nullable Aim submitted(int files, int concurrency) {
        List<Integer> known = SUBMITTED.get(files);
        int column = CONCURRENCY.indexOf(concurrency);
        return known == null || column < 0 ? null : Aim.atLeast(TIMES * known.get(column));
    }

    static @Nullable Aim p99(int files, int concurrency) {
        return files == 100 && concurrency == 1 ? Aim.atMost(P99_MILLIS) : null;
    }

    static Aim read(Reads.Kind kind, int concurrency) {
        return Aim.atLeast(TIMES * (concurrency == 1 ? kind.atOne() : kind.atFour()));
    }
}
