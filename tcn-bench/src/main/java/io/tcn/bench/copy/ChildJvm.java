// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import io.tcn.bench.BenchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A worker of ours in a JVM of its own, so that its heap and its threads are not ours. It is talked to in lines and
/// ends when it is told nothing more, so it does not outlive us.
public final class ChildJvm implements AutoCloseable {
    private static final long STOP_SECONDS = 10;
    /// By name: the command knows the benchmarks, and they do not know it.
    private static final String COMMAND = "io.tcn.bench.command.BenchCommand";
    /// Options that would reach into a JVM that is to have ours only.
    private static final List<String> FOREIGN_OPTIONS = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS");

    private final String command;
    private final Process process;
    private final BufferedReader answers;
    private final Writer orders;

    private ChildJvm(String command, Process process) {
        this.command = command;
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    /// Starts a hidden command of this program.
    ///
    /// @param options for the JVM, such as its heap
    public static ChildJvm start(List<String> options, String command, List<String> arguments) throws BenchException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(options);
        String classPath = System.getProperty("java.class.path");
        if (ClassLoader.getSystemClassLoader().equals(ChildJvm.class.getClassLoader())) {
            line.addAll(List.of("-cp", classPath, COMMAND));
        } else {
            // The executable jar: its launcher has made our class loader.
            line.addAll(List.of("-jar", classPath));
        }
        line.add(command);
        line.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
        FOREIGN_OPTIONS.forEach(builder.environment()::remove);
        try {
            return new ChildJvm(command, builder.start());
        } catch (IOException e) {
            throw new BenchException("the process " + command + " cannot be started (" + e + ")", e);
        }
    }

    /// Tells the worker something and waits for its answer.
    public String ask(String order) throws BenchException {
        try {
            orders.write(order + "\n");
            orders.flush();
        } catch (IOException e) {
            throw new BenchException("the process " + command + " has ended; see its messages above", e);
        }
        return answer();
    }

    /// Waits for the next line of the worker.
    public String answer() throws BenchException {
        try {
            String answer = answers.readLine();
            if (answer == null) {
                throw new BenchException("the process " + command + " has ended; see its messages above");
            }
            return answer;
        } catch (IOException e) {
            throw new BenchException("the process " + command + " cannot be heard (" + e + ")", e);
        }
    }

    @Override
    public void close() {
        try {
            orders.close();
        } catch (IOException e) {
            // It has ended by itself.
        }
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
