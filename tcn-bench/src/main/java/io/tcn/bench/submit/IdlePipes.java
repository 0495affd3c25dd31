// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import io.tcn.bench.plane.IdlePlane;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

/// Submits single transfers to pipes that have none, one after the other, and finds out how soon each was begun: from
/// just before the request is sent to the moment at which the data plane is told to start. Both clocks are those of
/// this machine.
final class IdlePipes {
    private static final int PIPES = 10;
    private static final long PAUSE_MILLIS = 60;
    private static final long SETTLE_MILLIS = 3_000;
    private static final double P50_MILLIS = 50;
    private static final double P99_MILLIS = 150;

    private final Target target;
    private final Path starts;
    private final String name;
    private final Map<String, Long> sent = new HashMap<>();

    /// @param name makes the paths its own
    IdlePipes(Target target, Path starts, String name) {
        this.target = target;
        this.starts = starts;
        this.name = name;
    }

    /// Whether to go on.
    interface Going {
        boolean goOn() throws BenchException;
    }

    /// Makes the pipes known.
    static void warmUp(Load load, Target target) throws BenchException, InterruptedException {
        load.run(new Load.Plan(number -> request(target, "/warm-up", number), 1, PIPES, Long.MAX_VALUE, answer -> {}));
    }

    private static byte[] request(Target target, String path, long number) {
        long pipe = number % PIPES;
        return LeanConnection.request(
                "POST",
                target.url(),
                "/jobs",
                Jobs.json(
                        "https://idle" + pipe + ".example.org",
                        "https://" + IdlePlane.PROMPT_HOST + pipe + ".example.org" + path + number,
                        1));
    }

    /// Submits until it is told to end or the moment has come.
    ///
    /// @param limit by `System.nanoTime`
    void submit(long limit, Going going) throws BenchException, InterruptedException {
        try (LeanConnection connection = LeanConnection.open(target.url(), target.tls())) {
            for (long number = 0; System.nanoTime() < limit && going.goOn(); number++) {
                byte[] request = request(target, "/" + name + "-", number);
                sent.put("/" + name + "-" + number + Jobs.FIRST_PATH, micros());
                int status = connection.exchange(request);
                if (status != 200) {
                    throw new BenchException("status " + status + ": " + connection.text());
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (IOException broken) {
            throw new BenchException("the server at " + target.url() + " cannot be reached (" + broken + ")", broken);
        }
    }

    private static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /// What was found, after those that are under way have had their time.
    void figures(String when, List<Figure> figures) throws BenchException, InterruptedException {
        TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
        double[] millis = latencies();
        String title = "idle pipe, " + when + ": from submission to start, ";
        figures.add(new Figure(title + "p50", quantile(millis, 0.5), "ms", Aim.atMost(P50_MILLIS)));
        figures.add(new Figure(title + "p99", quantile(millis, 0.99), "ms", Aim.atMost(P99_MILLIS)));
        figures.add(Figure.of(title + "largest", millis[millis.length - 1], "ms"));
        figures.add(Figure.of(title + "transfers", (double) millis.length, ""));
        figures.add(Figure.of(title + "not begun", (double) sent.size() - millis.length, ""));
    }

    private double[] latencies() throws BenchException {
        Map<String, Long> begun = new HashMap<>();
        try {
            for (String line : Files.readAllLines(starts)) {
                int space = line.lastIndexOf(' ');
                begun.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
            }
        } catch (IOException unreadable) {
            throw new BenchException("the beginnings cannot be read (" + unreadable + ")", unreadable);
        }
        double[] millis = sent.entrySet().stream()
                .flatMapToDouble(each -> {
                    Long beginning = begun.get(each.getKey());
                    return beginning == null
                            ? DoubleStream.empty()
                            : DoubleStream.of((beginning - each.getValue()) / 1e3);
                })
                .sorted()
                .toArray();
        if (millis.length == 0) {
            throw new BenchException("no transfer of an idle pipe was begun");
        }
        return millis;
    }

    private static double quantile(double[] sorted, double part) {
        return sorted[Math.clamp((int) Math.ceil(part * sorted.length) - 1, 0, sorted.length - 1)];
    }
}
