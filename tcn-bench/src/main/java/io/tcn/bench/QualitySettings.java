// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench;

import io.tcn.core.dispatch.BoundSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// What a caller of the benchmark `control` may choose.
///
/// @param seeds which members of each family
/// @param families names of families or of groups of them; empty for those of real networks
/// @param world traits of a world of its own instead of families, null for none
/// @param optimizers names of optimizers; those that are not there are left out, visibly
/// @param intervals how many control intervals a run has
/// @param threads how many runs at a time; it changes nothing but the time that it takes
/// @param figures folder for a figure per optimizer; null for none
/// @param journal where runs are noted as they end, and found again; null for nowhere
/// @param markdown where the tables go as markdown; null for nowhere
/// @param bounds how bounds are kept where transfers start
/// @param attackMinutes how long to look for the worst world of the first optimizer instead; null for not at all
public record QualitySettings(
        List<Long> seeds,
        List<String> families,
        @Nullable String world,
        List<String> optimizers,
        int intervals,
        int threads,
        @Nullable Path figures,
        @Nullable Path journal,
        @Nullable Path markdown,
        BoundSettings bounds,
        @Nullable Double attackMinutes) {
    /// Seeds 1 to 20, all families of real networks, 200 intervals.
    public static final QualitySettings DEFAULT = new QualitySettings(
            LongStream.rangeClosed(1, 20).boxed().toList(),
            List.of(),
            null,
            List.of(
                    "tcn",
                    "tcn-learned",
                    "tcn-first",
                    "tcn-zero",
                    "fts",
                    "fts-60",
                    "fts-model",
                    "falcon",
                    "aimd",
                    "const-4",
                    "const-16",
                    "const-64"),
            200,
            Runtime.getRuntime().availableProcessors(),
            null,
            null,
            null,
            BoundSettings.DEFAULT,
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
        if (attackMinutes != null && !(attackMinutes > 0)) {
            throw new IllegalArgumentException("an attack lasts more than 0 minutes, given was " + attackMinutes);
        }
        if (world != null && !families.isEmpty()) {
            throw new IllegalArgumentException("a world of its own is no family: give one or the other");
        }
    }
}
