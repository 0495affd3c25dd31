// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import io.tcn.bench.report.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/// Measures reads of jobs that were submitted before.
final class Reads {
    private static final List<Integer> CONCURRENCY = List.of(1, 4);
    private static final double WARM_UP = 0.3;

    private final Load load;
    private final Target target;
    private final long nanosEach;

    Reads(Load load, Target target, long nanosEach) {
        this.load = load;
        this.target = target;
        this.nanosEach = nanosEach;
    }

    /// What is read, and what the real FTS does per second at concurrency 1 and 4.
    enum Kind {
        ONE_JOB("one job", 390, 820),
        JOB_WITH_FILES("one job with its 100 files (?files=)", 150, 220),
        FILES("the 100 files of a job (/files)", 150, 220),
        LIST("a list of 100 jobs", 165, 265);

        private final String words;
        private final int atOne;
        private final int atFour;

        Kind(String words, int atOne, int atFour) {
            this.words = words;
            this.atOne = atOne;
            this.atFour = atFour;
        }

        int atOne() {
            return atOne;
        }

        int atFour() {
            return atFour;
        }
    }

    /// @param small ids of jobs of one file
    /// @param medium ids of jobs of 100 files
    /// @param store what the store is called in the names of the figures
    List<Figure> measure(List<String> small, List<String> medium, String store)
            throws BenchException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            load.run(plan(requests(kind, small, medium), CONCURRENCY.getLast(), nanosEach));
        }
        for (Kind kind : Kind.values()) {
            LongFunction<byte[]> requests = requests(kind, small, medium);
            for (int concurrency : CONCURRENCY) {
                load.run(plan(requests, concurrency, (long) (nanosEach * WARM_UP)));
                Load.Result result = load.run(plan(requests, concurrency, nanosEach));
                String name = "read " + kind.words + ", " + store + ", concurrency " + concurrency;
                figures.add(new Figure(name, result.perSecond(), "/s", Reference.read(kind, concurrency)));
                figures.add(Figure.of(name + ": p50", result.quantileMillis(0.5), "ms"));
                figures.add(Figure.of(name + ": p99", result.quantileMillis(0.99), "ms"));
            }
        }
        return figures;
    }

    private static Load.Plan plan(LongFunction<byte[]> requests, int concurrency, long nanos) {
        return new Load.Plan(requests, concurrency, Long.MAX_VALUE, nanos, text -> {});
    }

    private LongFunction<byte[]> requests(Kind kind, List<String> small, List<String> medium) {
        List<byte[]> prepared = switch (kind) {
            case ONE_JOB -> prepare(small, "/jobs/", "");
            case JOB_WITH_FILES ->
                prepare(
                        medium,
                        "/jobs/",
                        "?files=file_id,file_state,source_surl,dest_surl,start_time,finish_time,reason,"
                                + "file_metadata");
            case FILES -> prepare(medium, "/jobs/", "/files");
            case LIST -> prepare(List.of(""), "/jobs?limit=100&state_in=SUBMITTED", "");
        };
        return number -> prepared.get((int) (number % prepared.size()));
    }

    private List<byte[]> prepare(List<String> ids, String before, String after) {
        return ids.stream()
                .map(id -> LeanConnection.request("GET", target.url(), before + id + after, ""))
                .toList();
    }
}
