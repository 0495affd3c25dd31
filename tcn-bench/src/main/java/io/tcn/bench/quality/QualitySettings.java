// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// What a caller of the benchmark `control` may choose.
///
/// @param seeds which members of each family
/// @param families names of families; empty for all
/// @param optimizers names of optimizers; those that are not there are left out, visibly
/// @param intervals how many control intervals a run has
/// @param threads how many runs at a time; it changes nothing but the time that it takes
/// @param figures folder for a figure per optimizer; null for none
public record QualitySettings(
        List<Long> seeds,
        List<String> families,
        List<String> optimizers,
        int intervals,
        int threads,
        @Nullable Path figures) {
    /// Seeds 1 to 20, all families, 200 intervals.
    public static final QualitySettings DEFAULT = new QualitySettings(
            LongStream.rangeClosed(1, 20).boxed().toList(),
            List.of(),
            List.of("fts", "fts-model", "tcn-zero", "tcn-first", "tcn-learned", "tcn", "optimum"),
            200,
            Runtime.getRuntime().availableProcessors(),
            null);

    /// Seeds of a quick look.
    public static final List<Long> QUICK_SEEDS = List.of(1L, 2L, 3L);

    private static final int MIN_INTERVALS = 20;
    private static final int MAX_INTERVALS = 100_000;

    public QualitySettings {
        seeds = List.copyOf(seeds);
        families = List.copyOf(families);
        optimizers = List.copyOf(optimizers);
        if (seeds.isEmpty() || optimizers.isEmpty() || threads < 1) {
            throw new IllegalArgumentException("at least one seed, one optimizer and one thread are needed");
        }
        if (intervals < MIN_INTERVALS || intervals > MAX_INTERVALS) {
            throw new IllegalArgumentException(
                    "intervals must be " + MIN_INTERVALS + " to " + MAX_INTERVALS + ", given was " + intervals);
        }
        for (String family : families) {
            if (Family.ALL.stream().noneMatch(known -> known.name().equals(family))) {
                throw new IllegalArgumentException(
                        "there is no family \"" + family + "\"; there are " + String.join(", ", familyNames()));
            }
        }
    }

    /// The names of all families.
    public static List<String> familyNames() {
        return Family.ALL.stream().map(Family::name).toList();
    }

    /// The families that were chosen, in their usual order.
    List<Family> chosen() {
        return Family.ALL.stream()
                .filter(family -> families.isEmpty() || families.contains(family.name()))
                .toList();
    }
}
