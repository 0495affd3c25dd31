// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Puts the parts of a sweep together that ran on many machines. What comes of it is what one machine would have
/// written, byte for byte.
public final class SweepMerge {
    private static final int MOST_NAMED = 5;

    private SweepMerge() {}

    /// What was put together.
    ///
    /// @param tables one row per point and optimizer
    /// @param runs how many runs
    /// @param files where they were found
    public record Merged(SweepTables tables, int runs, List<Path> files) {
        public Merged {
            files = List.copyOf(files);
        }
    }

    /// Reads the journals of some folders and writes those of the whole.
    ///
    /// @param folders with `runs.jsonl` or `runs-I-of-N.jsonl`
    /// @param out where the journal of the whole goes
    /// @throws IllegalArgumentException if the parts are of different sweeps, or runs are missing
    public static Merged merge(List<Path> folders, Path out) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : folders) {
            files.addAll(journals(folder));
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException("there are no runs in " + folders + ": give the folders that sweeps with"
                    + " --shard have written");
        }
        SweepJournal.Content first = SweepJournal.read(files.getFirst());
        Map<String, String> lines = new LinkedHashMap<>(first.lines());
        for (Path file : files.subList(1, files.size())) {
            SweepJournal.Content content = SweepJournal.read(file);
            if (!content.what().equals(first.what()) || !content.plan().equals(first.plan())) {
                throw new IllegalArgumentException(file + " is a part of another sweep than " + files.getFirst()
                        + ": give folders of one sweep only");
            }
            content.lines().forEach((run, line) -> {
                String known = lines.putIfAbsent(run, line);
                if (known != null && !known.equals(line)) {
                    throw new IllegalArgumentException(file + " has other figures of the run " + run
                            + " than another part: run all parts with one version of TCN");
                }
            });
        }
        SweepPlan plan = first.plan();
        check(plan, lines);
        Files.createDirectories(out);
        Path journal = out.resolve(Sweep.JOURNAL);
        SweepJournal.writeWhole(journal, first.what(), plan, lines);
        try (SweepJournal whole = SweepJournal.open(journal, first.what(), plan)) {
            return new Merged(plan.tables(whole::find), plan.runs(), files);
        }
    }

    private static List<Path> journals(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no folder " + folder);
        }
        PathMatcher wanted = folder.getFileSystem().getPathMatcher("glob:runs*.jsonl");
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> wanted.matches(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static void check(SweepPlan plan, Map<String, String> lines) {
        List<String> missing = plan.jobs().stream()
                .map(SweepPlan.Job::id)
                .filter(id -> !lines.containsKey(id))
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(missing.size() + " of " + plan.runs() + " runs are missing, such as "
                    + String.join("; ", missing.subList(0, Math.min(MOST_NAMED, missing.size())))
                    + ": give all folders, and run the shards that were stopped again with the same options");
        }
    }
}
