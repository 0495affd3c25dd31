// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.Scratch;
import io.tcn.bench.SubmitSettings;
import io.tcn.bench.plane.IdlePlane;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// How fast a whole server works off a long queue that lies in PostgreSQL, with a data plane that does nothing
/// ([IdlePlane]): transfers finished per second, and how soon a transfer of a pipe without queue starts meanwhile.
public final class StoredDispatch {
    private static final long GIB = 1L << 30;
    private static final int QUEUED = 1_000_000;
    private static final int QUICK_QUEUED = 100_000;
    private static final int WARM_UP = 20_000;
    private static final int PIPES = 20;
    private static final int CONNECTIONS = 10;
    private static final int FILES_PER_JOB = 100;
    private static final int LONGEST_SECONDS = 180;
    private static final int IDLE_SECONDS = 15;
    private static final double PER_SECOND = 2_000;
    /// The mean of LHC Run 3: 1.2 billion files in 14 months.
    private static final double RUN_3 = 33;

    private final QueueDatabase rows;
    private final OwnTarget target;
    private final Load load;
    private final Path folder;
    private final int queued;
    private final long history;
    private final Benchmark.Progress progress;
    private final List<Figure> figures = new ArrayList<>();
    private long jobs;

    private StoredDispatch(
            QueueDatabase rows, OwnTarget target, Path folder, int queued, long history, Benchmark.Progress progress) {
        this.rows = rows;
        this.target = target;
        this.load = new Load(target.url(), target.tls());
        this.folder = folder;
        this.queued = queued;
        this.history = history;
        this.progress = progress;
    }

    /// Runs it on the database that the settings name.
    public static BenchResult run(BenchSettings settings, Benchmark.Progress progress)
            throws BenchException, InterruptedException {
        SubmitSettings own = settings.submit();
        String database = own.database();
        if (database == null || !database.startsWith("jdbc:postgresql:")) {
            throw new BenchException("the queue is measured in PostgreSQL: --database jdbc:postgresql://...");
        }
        Integer files = own.largeFiles();
        int queued = files != null ? files : settings.quick() ? QUICK_QUEUED : QUEUED;
        try (Scratch scratch = Scratch.in(settings.folder(), GIB);
                QueueDatabase rows = QueueDatabase.open(database)) {
            rows.mustBeEmpty();
            Path folder = scratch.newFolder("plane");
            Path classes = copyOfPlane(scratch.newFolder("classes"));
            OwnTarget.Extension extension = new OwnTarget.Extension(
                    classes,
                    Map.of(IdlePlane.FOLDER, folder.toString()),
                    List.of(
                            "spring.main.sources=" + IdlePlane.class.getName(),
                            "tcn.pipes.min-connections=" + CONNECTIONS,
                            "tcn.pipes.max-connections=" + CONNECTIONS));
            try (OwnTarget target = OwnTarget.start(own, scratch, extension)) {
                return new StoredDispatch(rows, target, folder, queued, own.history(), progress).measure();
            }
        } catch (IOException unusable) {
            throw new BenchException("the folder for the server cannot be used (" + unusable + ")", unusable);
        }
    }

    /// The server's process gets this one class of the benchmarks.
    private static Path copyOfPlane(Path folder) throws IOException, BenchException {
        String name = IdlePlane.class.getName().replace('.', '/') + ".class";
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        try (InputStream compiled = IdlePlane.class.getClassLoader().getResourceAsStream(name)) {
            if (compiled == null) {
                throw new BenchException(name + " is not on the class path");
            }
            Files.copy(compiled, file);
        }
        return folder;
    }

    private BenchResult measure() throws BenchException, InterruptedException {
        setOpen(true);
        progress.at("warming up with " + WARM_UP + " transfers");
        submit(WARM_UP);
        IdlePipes.warmUp(load, target);
        await(WARM_UP, LONGEST_SECONDS);
        if (history > 0) {
            progress.at("making " + history + " transfers of the past");
            rows.addHistory(history, FILES_PER_JOB);
        }
        setOpen(false);
        TimeUnit.MILLISECONDS.sleep(100);
        progress.at("queueing " + queued + " transfers");
        submit(queued);
        figures.add(Figure.of("transfers queued at the beginning", (double) rows.queued(), ""));
        figures.add(Figure.of("transfers of the past", (double) history, ""));
        progress.at("idle pipes while the queue stands still");
        IdlePipes resting = new IdlePipes(target, folder.resolve(IdlePlane.STARTS), "resting");
        resting.submit(System.nanoTime() + TimeUnit.SECONDS.toNanos(IDLE_SECONDS), () -> true);
        resting.figures("queue at rest", figures);
        workOff();
        figures.addAll(target.memory());
        return BenchResult.of(figures);
    }

    private void workOff() throws BenchException, InterruptedException {
        long before = rows.finished();
        long all = before + queued;
        progress.at("working off the queue");
        IdlePipes meanwhile = new IdlePipes(target, folder.resolve(IdlePlane.STARTS), "meanwhile");
        long cpuBefore = target.cpuNanos();
        long began = System.nanoTime();
        setOpen(true);
        long limit = began + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        // The submissions to idle pipes pace this thread, so that it takes next to no time of the processors.
        long[] told = {began};
        meanwhile.submit(limit, () -> {
            long now = System.nanoTime();
            if (now - told[0] < TimeUnit.SECONDS.toNanos(5)) {
                return true;
            }
            told[0] = now;
            long done = rows.finished() - before;
            progress.at(done + " finished, " + Math.round(done * 1e9 / (now - began)) + "/s");
            return done < all - before;
        });
        long done = Math.min(queued, rows.finished() - before);
        double seconds = (System.nanoTime() - began) / 1e9;
        double perSecond = done / seconds;
        figures.addFirst(Figure.of("as a multiple of the mean of LHC Run 3 (33/s)", perSecond / RUN_3, ""));
        figures.addFirst(new Figure("transfers finished per second", perSecond, "1/s", Aim.atLeast(PER_SECOND)));
        figures.add(Figure.of("transfers finished while measured", (double) done, ""));
        figures.add(Figure.of(
                "processor time of the server per transfer", (target.cpuNanos() - cpuBefore) / 1e3 / done, "us"));
        meanwhile.figures("queue worked off", figures);
    }

    private void submit(int files) throws BenchException, InterruptedException {
        long first = jobs;
        long count = files / FILES_PER_JOB;
        load.run(new Load.Plan(
                number -> {
                    long job = first + number;
                    String pipe = String.valueOf(job % PIPES);
                    return LeanConnection.request(
                            "POST",
                            target.url(),
                            "/jobs",
                            Jobs.json(
                                    "https://source" + pipe + ".example.org",
                                    "https://destination" + pipe + ".example.org/job-" + job,
                                    FILES_PER_JOB));
                },
                4,
                count,
                Long.MAX_VALUE,
                answer -> {}));
        jobs += count;
    }

    private void await(long finished, int seconds) throws BenchException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (rows.finished() < finished) {
            if (System.nanoTime() > until) {
                throw new BenchException("only " + rows.finished() + " of " + finished
                        + " transfers were finished after " + seconds + " s: the server's log is at " + target.log());
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private void setOpen(boolean open) throws BenchException {
        try {
            Path file = folder.resolve(IdlePlane.OPEN);
            if (open) {
                Files.createFile(file);
            } else {
                Files.delete(file);
            }
        } catch (IOException unusable) {
            throw new BenchException("the folder for the server cannot be used (" + unusable + ")", unusable);
        }
    }
}
