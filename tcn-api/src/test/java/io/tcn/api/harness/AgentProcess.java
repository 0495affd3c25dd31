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

/// An agent in a process of its own, that can be killed, stopped and woken.
public final class AgentProcess implements AutoCloseable {
    private final Process process;
    private final Path output;

    private AgentProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /// Starts one; it is ready when the server says so.
    ///
    /// @param options as on the command line
    public static AgentProcess start(Path output, String... options) throws IOException {
        List<String> command = ChildJvm.command("96m");
        command.addAll(List.of("io.tcn.api.cli.TcnCommand", "agent"));
        command.addAll(Arrays.asList(options));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new AgentProcess(process, output);
    }

    /// Starts one for storages of the tests, which is quick to take work and to give it up; its output is in
    /// `NAME.txt`.
    ///
    /// @param brokers addresses of Kafka's
    /// @param more options as on the command line: how its messages are signed, what it reaches, other settings
    public static AgentProcess quick(Path folder, String name, String brokers, String... more) throws IOException {
        List<String> options = new ArrayList<>(List.of("--name", name, "--brokers", brokers));
        for (String setting : List.of(
                "tcn.agents.self.lease=5s",
                "tcn.agents.self.beat=500ms",
                "tcn.agent.allow-own-addresses=true",
                "tcn.agent.third-party-copy=off")) {
            options.addAll(List.of("--set", setting));
        }
        options.addAll(List.of(more));
        return start(folder.resolve(name + ".txt"), options.toArray(String[]::new));
    }

    /// `kill -9`.
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /// Stops it where it is, as a machine that hangs does.
    public void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    /// Lets it go on.
    public void wake() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("kill -" + name + " ended with " + code);
        }
    }

    /// Asks it to stop, as `kill` does, and waits for that.
    ///
    /// @return its exit code
    public int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the agent did not stop in a minute");
        }
        return process.exitValue();
    }

    /// Waits until its output has a text.
    public void awaitOutput(String text) {
        await().alias("the agent says " + text).atMost(Duration.ofSeconds(60)).until(() -> output().contains(text));
    }

    public String output() throws IOException {
        return Files.readString(output);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
