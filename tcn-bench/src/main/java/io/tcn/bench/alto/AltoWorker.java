// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import io.tcn.alto.codec.PathVectorParser;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.bench.BenchException;
import io.tcn.bench.copy.HeapWatch;
import io.tcn.bench.report.Median;
import io.tcn.core.model.Pipe;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The process of client and mapper. It does what it is told in lines on standard input, answers each in a line of
/// words, and ends when its input does.
///
/// | order | does | answer |
/// |---|---|---|
/// | `refresh` | begins with nothing known, until every pipe is mapped | seconds, requests, bytes, seconds of waiting |
/// | `follow` | waits until changes are pushed | `pushed` or `polled`, bytes of the stream |
/// | `await BPS` | waits for a map with a link of that capacity | `waiting`, then `seen` |
/// | `again N` | as `refresh` in the warm process, then N refreshes of the same content | seconds, median seconds |
/// | `parse N` | asks once more and reads the answer N times | median seconds, bytes |
/// | `heap` | | peak and after a collection, in bytes |
@Command(name = AltoWorker.NAME, hidden = true, description = "Used by the benchmark alto.")
public final class AltoWorker implements Callable<Integer> {
    static final String NAME = "alto-worker";
    /// How soon after the first map a stream is asked for, and how soon its copy is there, if at all.
    private static final long ASK_SECONDS = 2;

    private static final long COPY_SECONDS = 60;
    private static final long LOOK_NANOS = 1_000_000;
    private static final double NANOS = 1e9;

    @Option(names = "--case", required = true)
    private String world = "";

    @Option(names = "--directory", description = "the server's; without it a server runs in this process")
    private @Nullable URI directory;

    private final HeapWatch heap = new HeapWatch();
    private @Nullable MappingClient client;

    @Override
    public Integer call() throws IOException, InterruptedException, BenchException {
        heap.start();
        AltoCase known = AltoCase.parse(world);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        URI given = directory;
        if (given != null) {
            serve(known, given, orders, System.out);
            return 0;
        }
        try (PublishingServer server = PublishingServer.start(known)) {
            serve(known, server.directory(), orders, System.out);
        }
        return 0;
    }

    /// Works off orders until there are no more.
    void serve(AltoCase known, URI server, BufferedReader orders, PrintStream out)
            throws IOException, InterruptedException, BenchException {
        List<Pipe> pipes = known.pipes();
        try {
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                String[] words = order.split(" ", -1);
                String answer = switch (words[0]) {
                    case "refresh" -> refresh(known, server, pipes);
                    case "follow" -> follow();
                    case "await" -> {
                        say(out, "waiting");
                        yield await(Double.parseDouble(words[1]));
                    }
                    case "again" -> again(known, server, pipes, Integer.parseInt(words[1]));
                    case "parse" -> parse(Integer.parseInt(words[1]));
                    case "heap" -> heap();
                    default -> throw new BenchException("the order \"" + order + "\" is not known");
                };
                say(out, answer);
            }
        } finally {
            close();
        }
    }

    private static void say(PrintStream out, String line) {
        out.println(line);
        out.flush();
    }

    private MappingClient client() {
        return Objects.requireNonNull(client, "nothing was refreshed yet");
    }

    private void close() {
        MappingClient open = client;
        if (open != null) {
            open.close();
        }
        client = null;
    }

    private String refresh(AltoCase known, URI server, List<Pipe> pipes) throws BenchException, InterruptedException {
        long begun = System.nanoTime();
        MappingClient fresh = MappingClient.start(server, known, pipes, true);
        client = fresh;
        MappingClient.Published whole = fresh.await(MappingClient.Published::isWhole);
        return words(
                (whole.atNanos() - begun) / NANOS,
                whole.counts().requests(),
                whole.counts().bytes(),
                whole.counts().waitNanos() / NANOS);
    }

    /// What is pushed first is a whole copy; after it come changes alone.
    private String follow() {
        MappingClient open = client();
        long begun = System.nanoTime();
        boolean pushed = false;
        while (!pushed
                && System.nanoTime() - begun
                        < TimeUnit.SECONDS.toNanos(open.transport().isStreamAsked() ? COPY_SECONDS : ASK_SECONDS)) {
            LockSupport.parkNanos(LOOK_NANOS);
            pushed = open.status().streaming() && open.status().counters().containsKey("events.changed");
        }
        return (pushed ? "pushed " : "polled ") + open.transport().mark().streamBytes();
    }

    private String await(double bps) throws BenchException, InterruptedException {
        client().await(map -> map.change().capacities().values().stream()
                .anyMatch(capacity -> Objects.equals(capacity.toBps(), bps)));
        return "seen";
    }

    private String again(AltoCase known, URI server, List<Pipe> pipes, int times)
            throws BenchException, InterruptedException {
        close();
        long begun = System.nanoTime();
        MappingClient polling = MappingClient.start(server, known, pipes, false);
        client = polling;
        double whole = (polling.await(MappingClient.Published::isWhole).atNanos() - begun) / NANOS;
        double[] same = new double[times];
        for (int i = 0; i < times; i++) {
            MappingClient.Published next = polling.await(map -> map.counts().firstNanos() != 0 && map.isWhole());
            same[i] = (next.atNanos() - next.counts().firstNanos()) / NANOS;
        }
        return words(whole, Median.of(same));
    }

    private String parse(int times) throws BenchException, InterruptedException {
        CountingTransport transport = client().transport();
        AltoRequest request = transport.lastPost();
        if (request == null) {
            throw new BenchException("nothing was asked yet");
        }
        try {
            AltoResponse response = transport.exchange(request);
            String type = response.fields().first("Content-Type").orElse("");
            double[] seconds = new double[times];
            for (int i = 0; i < times; i++) {
                long begun = System.nanoTime();
                PathVectorParser.endpoints(false).parse(type, response.body());
                seconds[i] = (System.nanoTime() - begun) / NANOS;
            }
            return words(Median.of(seconds), response.body().length);
        } catch (IOException | AltoFormatException broken) {
            throw new BenchException("the answer cannot be read (" + broken + ")", broken);
        }
    }

    private String heap() {
        long peak = heap.peakBytes();
        System.gc();
        return words(
                peak, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    private static String words(Number... numbers) {
        List<String> words = new ArrayList<>();
        for (Number number : numbers) {
            words.add(String.format(Locale.ROOT, "%.9g", number.doubleValue()));
        }
        return String.join(" ", words);
    }
}
