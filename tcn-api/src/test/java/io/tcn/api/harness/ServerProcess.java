// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server in a process of its own, that can be killed.
public final class ServerProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("TCN is ready at https://localhost:(\\d+)");

    private final Process process;
    private final Path output;
    private final int port;

    private ServerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
        this.port = awaitReady();
    }

    /// Starts one and waits until it is ready.
    ///
    /// @param settings as on the command line
    public static ServerProcess start(Path data, Path output, String... settings) throws IOException {
        return start(ChildJvm.command("192m"), data, output, settings);
    }

    /// @param jvm the JVM with its options and the class path
    static ServerProcess start(List<String> jvm, Path data, Path output, String... settings) throws IOException {
        TestPki.into(data);
        List<String> command = new ArrayList<>(jvm);
        command.addAll(List.of(
                "io.tcn.api.cli.TcnCommand",
                "serve",
                "--data",
                data.toString(),
                "--port",
                "0",
                "--address",
                "127.0.0.1",
                "--set",
                "tcn.agent.allow-own-addresses=true"));
        command.addAll(Arrays.asList(settings));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new ServerProcess(process, output);
    }

    private int awaitReady() {
        return await().alias("the server is ready")
                .atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> {
                            if (!process.isAlive()) {
                                throw new AssertionError("the server ended: " + Files.readString(output));
                            }
                            Matcher ready = READY.matcher(Files.readString(output));
                            return ready.find() ? Integer.parseInt(ready.group(1)) : 0;
                        },
                        found -> found > 0);
    }

    public int port() {
        return port;
    }

    /// `kill -9`.
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /// Sends it a signal, as `kill -NAME` does.
    public void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("kill -" + name + " failed with " + code);
        }
    }

    /// Waits until it has ended by itself.
    ///
    /// @return its exit code
    public int awaitEnd(Duration atMost) throws InterruptedException {
        if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("the server did not end in " + atMost);
        }
        return process.exitValue();
    }

    /// Asks it to stop, as `kill` does, and waits for that.
    ///
    /// @return its exit code
    public int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the server did not stop in a minute");
        }
        return process.exitValue();
    }

    public String output() throws IOException {
        return Files.readString(output);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
