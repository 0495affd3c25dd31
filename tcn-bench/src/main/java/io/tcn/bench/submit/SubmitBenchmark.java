// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.Scratch;
import io.tcn.bench.SubmitSettings;
import io.tcn.bench.report.Figure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// `submit`: how many jobs and files per second an FTS REST face takes, and how fast it gives them back, with 10,000
/// and with 1,000,000 files stored. Client and server share this machine.
public final class SubmitBenchmark implements Benchmark {
    private static final long GIB = 1L << 30;
    private static final long SECOND = 1_000_000_000L;
    private static final int SMALL_STORE = 10_000;
    private static final int LARGE_STORE = 1_000_000;
    private static final int QUICK_LARGE_STORE = 50_000;
    /// So that the store does not grow out of hand in the cells with the largest jobs.
    private static final int MAX_FILES_OF_CELL = 150_000;
    private static final int KEPT_IDS = 1_000;

    @Override
    public String name() {
        return "submit";
    }

    @Override
    public String question() {
        return "How many jobs per second does the FTS REST face take and give?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws BenchException, InterruptedException {
        SubmitSettings own = settings.submit();
        if (own.url() != null) {
            return measure(RunningTarget.of(own), settings, progress);
        }
        try (Scratch scratch = Scratch.in(settings.folder(), settings.quick() ? GIB : 8 * GIB);
                Target target = OwnTarget.start(own, scratch)) {
            return measure(target, settings, progress);
        }
    }

    private static BenchResult measure(Target target, BenchSettings settings, Progress progress)
            throws BenchException, InterruptedException {
        Run run = new Run(target, settings.quick(), progress);
        Integer wanted = settings.submit().largeFiles();
        int large = wanted != null ? wanted : settings.quick() ? QUICK_LARGE_STORE : LARGE_STORE;
        List<Figure> reads = new ArrayList<>();
        run.fillSmall();
        reads.addAll(run.reads("small store"));
        List<Figure> figures = new ArrayList<>(run.submissions());
        run.fill(large);
        reads.addAll(run.reads("large store"));
        figures.addAll(reads);
        figures.addAll(target.memory());
        figures.add(Figure.of("processor time of the client per request", run.clientMicrosPerRequest(), "us"));
        return new BenchResult(
                figures,
                BenchResult.of(figures).table(),
                Map.of("server", target.url().toString(), "quick", settings.quick()));
    }

    /// One run against one server.
    private static final class Run {
        private final Target target;
        private final Load load;
        private final Progress progress;
        private final long nanosOfCell;
        private final List<String> small = Collections.synchronizedList(new ArrayList<>());
        private final List<String> medium = Collections.synchronizedList(new ArrayList<>());
        private long stored;
        private long requests;
        private long clientNanos;

        Run(Target target, boolean quick, Progress progress) {
            this.target = target;
            this.load = new Load(target.url(), target.tls());
            this.progress = progress;
            this.nanosOfCell = (quick ? 2 : 10) * SECOND;
        }

        /// The first 10,000 files, which warm the server up too: 2,000 jobs of 1, 60 of 100, 2 of 1,000.
        void fillSmall() throws BenchException, InterruptedException {
            progress.at("filling with " + SMALL_STORE + " files");
            submit(1, 4, 2_000, Long.MAX_VALUE);
            submit(100, 4, 60, Long.MAX_VALUE);
            submit(1_000, 2, 2, Long.MAX_VALUE);
        }

        void fill(int files) throws BenchException, InterruptedException {
            if (stored < files) {
                progress.at("filling with " + files + " files");
                submit(1_000, 4, (files - stored + 999) / 1_000, Long.MAX_VALUE);
            }
        }

        List<Figure> submissions() throws BenchException, InterruptedException {
            List<Figure> figures = new ArrayList<>();
            for (int files : List.of(1, 100, 1_000)) {
                for (int concurrency : Reference.CONCURRENCY) {
                    long before = target.cpuNanos();
                    Load.Result result =
                            submit(files, concurrency, Math.max(concurrency, MAX_FILES_OF_CELL / files), nanosOfCell);
                    String name = "jobs of " + files + ", concurrency " + concurrency;
                    progress.at(name + ": " + Math.round(result.perSecond() * files) + " files/s");
                    figures.add(new Figure(
                            name,
                            result.perSecond() * files,
                            files == 1 ? "jobs/s" : "files/s",
                            Reference.submitted(files, concurrency)));
                    figures.add(Figure.of(name + ": p50", result.quantileMillis(0.5), "ms"));
                    figures.add(new Figure(
                            name + ": p99", result.quantileMillis(0.99), "ms", Reference.p99(files, concurrency)));
                    if (before >= 0) {
                        figures.add(Figure.of(
                                name + ": processor time of the server per " + (files == 1 ? "job" : "file"),
                                (target.cpuNanos() - before) / 1e3 / result.requests() / files,
                                "us"));
                    }
                }
            }
            return figures;
        }

        List<Figure> reads(String store) throws BenchException, InterruptedException {
            progress.at("reading with " + stored + " files stored");
            List<Figure> figures = new ArrayList<>();
            figures.add(Figure.of("files in the " + store, (double) stored, ""));
            figures.addAll(
                    new Reads(load, target, nanosOfCell / 2).measure(List.copyOf(small), List.copyOf(medium), store));
            return figures;
        }

        private Load.Result submit(int files, int concurrency, long jobs, long nanos)
                throws BenchException, InterruptedException {
            byte[] request = LeanConnection.request("POST", target.url(), "/jobs", Jobs.json(target, files));
            List<String> ids = files == 1 ? small : medium;
            Load.Result result = load.run(new Load.Plan(number -> request, concurrency, jobs, nanos, answer -> {
                if (files <= 100 && ids.size() < KEPT_IDS) {
                    ids.add(Jobs.id(answer));
                }
            }));
            stored += result.requests() * files;
            requests += result.requests();
            clientNanos += result.clientCpuNanos();
            return result;
        }

        double clientMicrosPerRequest() {
            return clientNanos / 1e3 / requests;
        }
    }
}
