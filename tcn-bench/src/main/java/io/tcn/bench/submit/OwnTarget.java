// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.submit;

import io.tcn.bench.BenchException;
import io.tcn.bench.Scratch;
import io.tcn.bench.SubmitSettings;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// A server of our own in a process with the heap that it is to do with. Its files are in a folder that the caller
/// removes.
final class OwnTarget implements Target {
    private static final int HEAP_MEBIBYTES = 1536;
    private static final double KIBI_PER_MEBI = 1024;
    private static final long START_SECONDS = 120;
    private static final Pattern READY = Pattern.compile("TCN is ready at (https://\\S+)");
    private static final Pattern PAUSE = Pattern.compile("(\\d+)M->(\\d+)M\\(\\d+M\\)");

    private final Process process;
    private final Path folder;
    private final SilentStorage storage;
    private final URI url;
    private final SSLContext tls;

    private OwnTarget(Process process, Path folder, SilentStorage storage, URI url, SSLContext tls) {
        this.process = process;
        this.folder = folder;
        this.storage = storage;
        this.url = url;
        this.tls = tls;
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "stop-server"));
    }

    /// What a server has beside itself.
    ///
    /// @param classes folder with classes that are put onto its class path
    /// @param properties system properties of its process
    /// @param settings its settings, as KEY=VALUE
    record Extension(Path classes, Map<String, String> properties, List<String> settings) {}

    /// Starts it and waits until it is ready. One transfer of a pipe runs, and waits for an answer for longer than any
    /// measurement.
    static OwnTarget start(SubmitSettings settings, Scratch scratch) throws BenchException, InterruptedException {
        Path folder = newFolder(scratch);
        List<String> command = java(folder);
        command.addAll(List.of("-jar", ServerJar.find(settings.serverJar()).toString()));
        return start(
                settings,
                folder,
                command,
                List.of(
                        "tcn.pipes.min-connections=1",
                        "tcn.pipes.max-connections=1",
                        "tcn.agent.allow-own-addresses=true",
                        "tcn.agent.stall-timeout=10h",
                        "tcn.agent.attempt-timeout=10h",
                        "tcn.agent.cancel-grace=1s"));
    }

    /// Starts it with an extension and waits until it is ready.
    static OwnTarget start(SubmitSettings settings, Scratch scratch, Extension extension)
            throws BenchException, InterruptedException {
        Path folder = newFolder(scratch);
        List<String> command = java(folder);
        extension.properties().forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of(
                "-Dloader.path=" + extension.classes(),
                "-cp",
                ServerJar.find(settings.serverJar()).toString(),
                "org.springframework.boot.loader.launch.PropertiesLauncher"));
        return start(settings, folder, command, extension.settings());
    }

    private static List<String> java(Path folder) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MEBIBYTES + "m",
                "-Xlog:gc:file=" + folder.resolve("gc.log") + "::filecount=0",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
    }

    private static OwnTarget start(
            SubmitSettings settings, Path folder, List<String> command, List<String> serverSettings)
            throws BenchException, InterruptedException {
        command.addAll(
                List.of("serve", "--data", folder.resolve("data").toString(), "--port", "0", "--address", "127.0.0.1"));
        serverSettings.forEach(setting -> set(command, setting));
        if (settings.database() != null) {
            set(command, "spring.datasource.url=" + settings.database());
        }
        Path output = folder.resolve("server.log");
        SilentStorage storage = null;
        Process process = null;
        try {
            storage = new SilentStorage();
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            URI url = awaitReady(process, output);
            Path pki = folder.resolve("data").resolve("pki");
            SSLContext tls =
                    PemTls.context(pki.resolve("demo-user.pem"), pki.resolve("demo-user.key"), pki.resolve("ca.pem"));
            return new OwnTarget(process, folder, storage, url, tls);
        } catch (IOException | BenchException | InterruptedException failure) {
            if (process != null) {
                process.destroyForcibly();
            }
            if (storage != null) {
                storage.close();
            }
            if (failure instanceof BenchException own) {
                throw own;
            }
            if (failure instanceof InterruptedException stop) {
                throw stop;
            }
            throw new BenchException("the server cannot be started (" + failure + ")", failure);
        }
    }

    private static Path newFolder(Scratch scratch) throws BenchException {
        try {
            return scratch.newFolder("server");
        } catch (IOException unusable) {
            throw new BenchException("no folder can be made for the server (" + unusable + ")", unusable);
        }
    }

    private static void set(List<String> command, String setting) {
        command.add("--set");
        command.add(setting);
    }

    private static URI awaitReady(Process process, Path output)
            throws BenchException, IOException, InterruptedException {
        for (long tries = 0; tries < START_SECONDS * 10; tries++) {
            String text = Files.readString(output);
            Matcher ready = READY.matcher(text);
            if (ready.find()) {
                return URI.create(ready.group(1));
            }
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new BenchException("the server has ended: " + text.strip());
            }
        }
        throw new BenchException("the server is not ready after " + START_SECONDS + " s; see " + output);
    }

    @Override
    public URI url() {
        return url;
    }

    @Override
    public SSLContext tls() {
        return tls;
    }

    @Override
    public String source() {
        return storage.url();
    }

    @Override
    public String destination() {
        return storage.url();
    }

    /// Where the server writes what it has to say.
    Path log() {
        return folder.resolve("server.log");
    }

    @Override
    public List<Figure> memory() throws BenchException {
        long before = 0;
        long after = 0;
        try {
            for (String line : Files.readAllLines(folder.resolve("gc.log"))) {
                Matcher pause = PAUSE.matcher(line);
                if (pause.find()) {
                    before = Math.max(before, Long.parseLong(pause.group(1)));
                    after = Math.max(after, Long.parseLong(pause.group(2)));
                }
            }
        } catch (IOException unreadable) {
            throw new BenchException(
                    "the log of the garbage collector cannot be read (" + unreadable + ")", unreadable);
        }
        return List.of(
                new Figure("peak heap of the server", (double) before, "MiB", Aim.atMost(HEAP_MEBIBYTES)),
                Figure.of("the same after a collection", (double) after, "MiB"),
                Figure.of("peak memory of its process", peakMemoryMebibytes(), "MiB"));
    }

    @Override
    public long cpuNanos() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(-1L);
    }

    private double peakMemoryMebibytes() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                            .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
                            .findFirst()
                            .orElse(0)
                    / KIBI_PER_MEBI;
        } catch (IOException untold) {
            return 0;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        storage.close();
    }
}
