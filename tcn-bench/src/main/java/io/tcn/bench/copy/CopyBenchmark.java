// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.Scratch;
import io.tcn.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Streams a file from storage to storage through TCN's data plane and through two curls, in turn, on the same
/// storages in the same run.
///
/// Three processes: this one, the two storages in one JVM, the data plane in a JVM with 256 MiB of heap. Every copy is
/// checked here against the checksum of what was written at first, outside the time taken.
public final class CopyBenchmark implements Benchmark {
    private static final String FILE = "file";
    /// As the launcher gives them to the server.
    private static final List<String> USUAL_OPTIONS =
            List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

    @Override
    public String name() {
        return "copy";
    }

    @Override
    public String question() {
        return "How fast is a file streamed through TCN, beside curl GET | PUT, and within how much heap?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws BenchException, InterruptedException {
        progress.at("compared with " + Curl.version());
        try (Scratch scratch = Scratch.in(settings.folder(), 2 * settings.sizeBytes())) {
            Path source = scratch.newFolder("source");
            Path destination = scratch.newFolder("destination");
            LoopbackTls tls = settings.https() ? LoopbackTls.make(scratch.newFolder("tls")) : null;
            progress.at(String.format(Locale.ROOT, "writing a file of %.2f GiB", settings.sizeBytes() / 0x1p30));
            String checksum = BigFile.write(source.resolve(FILE), settings.sizeBytes());
            try (ChildJvm storages = storages(source, destination, tls);
                    ChildJvm copier = copier(tls)) {
                Run run = new Run(
                        settings,
                        progress,
                        StorageWorker.parse(storages.answer()),
                        destination,
                        checksum,
                        copier,
                        new Curl(tls == null ? null : tls.pem()));
                return BenchResult.of(run.all());
            }
        } catch (IOException e) {
            throw new BenchException("the files of the benchmark cannot be written or read (" + e + ")", e);
        }
    }

    private static ChildJvm storages(Path source, Path destination, @Nullable LoopbackTls tls) throws BenchException {
        List<String> arguments =
                new ArrayList<>(List.of("--source", source.toString(), "--destination", destination.toString()));
        arguments.addAll(tlsArguments(tls));
        return ChildJvm.start(USUAL_OPTIONS, StorageWorker.NAME, arguments);
    }

    private static ChildJvm copier(@Nullable LoopbackTls tls) throws BenchException {
        List<String> options = new ArrayList<>(USUAL_OPTIONS);
        options.add("-Xmx" + CopyFigures.MAX_HEAP_MEBIBYTES + "m");
        return ChildJvm.start(options, CopyWorker.NAME, tlsArguments(tls));
    }

    private static List<String> tlsArguments(@Nullable LoopbackTls tls) {
        return tls == null ? List.of() : List.of("--tls", tls.folder().toString());
    }

    /// All rounds of one run.
    private record Run(
            BenchSettings settings,
            Progress progress,
            StorageWorker.Urls urls,
            Path destination,
            String checksum,
            ChildJvm copier,
            Curl curl) {
        List<Figure> all() throws BenchException, IOException, InterruptedException {
            curl.warmChecksum(urls.source() + FILE);
            List<CopyRound> rounds = new ArrayList<>();
            CopyTimes last = null;
            for (int number = 1; number <= settings.rounds(); number++) {
                // Who goes first changes, so that what one leaves behind for the other evens out.
                long curlNanos = number % 2 == 0 ? curl(number) : 0;
                last = tcn(number);
                curlNanos = number % 2 == 0 ? curlNanos : curl(number);
                CopyRound round = CopyRound.of(settings.sizeBytes(), last, curlNanos);
                rounds.add(round);
                progress.at(String.format(
                        Locale.ROOT,
                        "round %d of %d: TCN %.0f MB/s (bytes only %.0f), curl %.0f MB/s",
                        number,
                        settings.rounds(),
                        round.tcn() / 1e6,
                        round.tcnBytes() / 1e6,
                        round.curl() / 1e6));
            }
            if (last == null) {
                throw new IllegalStateException("no round was run");
            }
            return CopyFigures.of(rounds, last);
        }

        private CopyTimes tcn(int number) throws BenchException, IOException {
            String name = "tcn-" + number;
            String answer =
                    copier.ask(urls.source() + FILE + " " + urls.destination() + name + " " + settings.sizeBytes());
            if (!CopyTimes.isOne(answer)) {
                throw new BenchException("the copy through TCN did not work: " + answer);
            }
            CopyTimes times = CopyTimes.parse(answer);
            if (times.maxHeapBytes() > CopyFigures.MAX_HEAP_MEBIBYTES << 20) {
                throw new BenchException("the copying JVM has a heap of " + times.maxHeapBytes()
                        + " bytes and not the one it was given: look for options that reach it");
            }
            if (!times.checksum().equals(checksum)) {
                throw new BenchException("TCN verified checksum " + times.checksum() + " instead of " + checksum);
            }
            checkAndRemove(name);
            return times;
        }

        private long curl(int number) throws BenchException, IOException, InterruptedException {
            String name = "curl-" + number;
            long nanos = curl.copy(urls.source() + FILE, urls.destination() + name);
            checkAndRemove(name);
            return nanos;
        }

        private void checkAndRemove(String name) throws BenchException, IOException {
            Path file = destination.resolve(name);
            String found = BigFile.checksum(file);
            if (!found.equals(checksum)) {
                throw new BenchException("the copy " + name + " has checksum " + found + " instead of " + checksum);
            }
            Files.delete(file);
        }
    }
}
