// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import io.tcn.alto.server.PublishedNetwork;
import io.tcn.bench.BenchException;
import io.tcn.bench.copy.ChildJvm;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What one run of a case has shown.
///
/// @param refreshSeconds from nothing to the first map of all pipes
/// @param requests that it took, the directory included
/// @param bytes of their answers
/// @param waitSeconds of it waiting for answers, from request to last byte
/// @param parseSeconds to read the last answer once more, in a warm process
/// @param parsedBytes its size
/// @param warmSeconds as `refreshSeconds`, in a warm process
/// @param sameSeconds a refresh of the same content, from the request to the confirmed map
/// @param copyBytes of the copy that the update stream begins with
/// @param updateSeconds from the publishing of a change to the map with it, in ascending order; nothing where it is
///     not pushed
/// @param peakBytes most that the heap has held
/// @param liveBytes what it holds after a collection
record AltoRound(
        double refreshSeconds,
        double requests,
        double bytes,
        double waitSeconds,
        double parseSeconds,
        double parsedBytes,
        double warmSeconds,
        double sameSeconds,
        double copyBytes,
        List<Double> updateSeconds,
        double peakBytes,
        double liveBytes) {
    static final int HEAP_MEBIBYTES = 512;
    private static final int SAME = 3;
    private static final int PARSES = 5;
    private static final double NANOS = 1e9;
    private static final List<String> OPTIONS = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xmx" + HEAP_MEBIBYTES + "m");

    AltoRound {
        updateSeconds = updateSeconds.stream().sorted().toList();
    }

    /// How many changes are published: some to warm up, and those that count.
    record Updates(int warmUps, int counted) {}

    /// Runs a case: the server here, client and mapper in a JVM of their own.
    static AltoRound of(AltoCase world, Updates updates) throws BenchException {
        try (PublishingServer server = start(world);
                ChildJvm worker = ChildJvm.start(
                        OPTIONS,
                        AltoWorker.NAME,
                        List.of(
                                "--case",
                                world.inShort(),
                                "--directory",
                                server.directory().toString()))) {
            double[] refresh = numbers(worker.ask("refresh"));
            String[] follow = worker.ask("follow").split(" ", -1);
            List<Double> seconds = follow[0].equals("pushed") ? updates(server, worker, updates) : List.of();
            double[] parse = numbers(worker.ask("parse " + PARSES));
            double[] heap = numbers(worker.ask("heap"));
            double[] again = numbers(worker.ask("again " + SAME));
            double peak = Math.max(heap[0], numbers(worker.ask("heap"))[0]);
            return new AltoRound(
                    refresh[0],
                    refresh[1],
                    refresh[2],
                    refresh[3],
                    parse[0],
                    parse[1],
                    again[0],
                    again[1],
                    Double.parseDouble(follow[1]),
                    seconds,
                    peak,
                    heap[1]);
        }
    }

    /// Client, mapper and server together in one JVM with that heap: seconds of the first refresh.
    static double together(AltoCase world) throws BenchException {
        try (ChildJvm worker = ChildJvm.start(OPTIONS, AltoWorker.NAME, List.of("--case", world.inShort()))) {
            double seconds = numbers(worker.ask("refresh"))[0];
            worker.ask("follow");
            return seconds;
        }
    }

    private static PublishingServer start(AltoCase world) throws BenchException {
        try {
            return PublishingServer.start(world);
        } catch (IOException e) {
            throw new BenchException("the ALTO server cannot listen on loopback (" + e + ")", e);
        }
    }

    /// Times are taken here, on one clock: the way of the worker's word to us counts too.
    private static List<Double> updates(PublishingServer server, ChildJvm worker, Updates updates)
            throws BenchException {
        double[] seconds = new double[updates.counted()];
        for (int i = -updates.warmUps(); i < updates.counted(); i++) {
            int number = i + updates.warmUps();
            worker.ask("await " + AltoCase.capacityBps(number));
            PublishedNetwork changed = server.changed(number);
            long begun = System.nanoTime();
            server.publish(changed);
            worker.answer();
            if (i >= 0) {
                seconds[i] = (System.nanoTime() - begun) / NANOS;
            }
        }
        return Arrays.stream(seconds).boxed().toList();
    }

    private static double[] numbers(String answer) {
        return Arrays.stream(answer.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    /// The update that so many of 100 are not slower than.
    double updatePercentile(int percent) {
        // The nearest rank.
        int rank = (updateSeconds.size() * percent + 99) / 100;
        return updateSeconds.get(Math.max(1, rank) - 1);
    }

    /// For whoever watches.
    String inWords() {
        return String.format(
                Locale.ROOT,
                "first refresh %.2f s (%.0f requests, %.1f MiB), warm %.2f s, same content %.2f s, %s, heap %.0f MiB",
                refreshSeconds,
                requests,
                bytes / (1 << 20),
                warmSeconds,
                sameSeconds,
                updateSeconds.isEmpty()
                        ? "changes are not pushed"
                        : String.format(
                                Locale.ROOT,
                                "changes %.1f to %.1f ms",
                                updateSeconds.getFirst() * 1e3,
                                updateSeconds.getLast() * 1e3),
                peakBytes / (1 << 20));
    }
}
