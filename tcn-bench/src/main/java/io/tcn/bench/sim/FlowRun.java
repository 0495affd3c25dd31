// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import io.tcn.bench.BenchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// One run of a process that works off a file of flows.
///
/// @param wallSeconds from the start of the process to its end
/// @param readingSeconds of it, reading the file
/// @param runningSeconds of it, the simulation itself
/// @param endSeconds when each flow finished, in virtual seconds
record FlowRun(double wallSeconds, double readingSeconds, double runningSeconds, List<Double> endSeconds) {
    /// They would change the JVM or make it print something.
    static final Set<String> FOREIGN_OPTIONS = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    FlowRun {
        endSeconds = List.copyOf(endSeconds);
    }

    /// Starting the process, its library or JVM, and writing the result.
    double otherSeconds() {
        return wallSeconds - readingSeconds - runningSeconds;
    }

    /// Runs a command that prints the seconds of reading and running, and writes the ends.
    static FlowRun of(List<String> command, Path ends) throws BenchException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        FOREIGN_OPTIONS.forEach(builder.environment()::remove);
        try {
            long begun = System.nanoTime();
            Process process = builder.start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            int code = process.waitFor();
            double wallSeconds = (System.nanoTime() - begun) / 1e9;
            if (code != 0) {
                throw new BenchException(command.getFirst() + " ended with " + code);
            }
            String[] words = printed.strip().split("\\s+", -1);
            List<Double> endSeconds = Files.readAllLines(ends, StandardCharsets.US_ASCII).stream()
                    .map(Double::valueOf)
                    .toList();
            return new FlowRun(wallSeconds, Double.parseDouble(words[0]), Double.parseDouble(words[1]), endSeconds);
        } catch (IOException e) {
            throw new BenchException(command.getFirst() + " cannot be run (" + e + ")", e);
        }
    }

    /// The largest relative difference between the ends of the same flow.
    static double worstDifference(FlowRun one, FlowRun other) throws BenchException {
        int flows = one.endSeconds.size();
        if (flows != other.endSeconds.size()) {
            throw new BenchException("the programs ended " + flows + " and " + other.endSeconds.size() + " flows");
        }
        double worst = 0;
        for (int i = 0; i < flows; i++) {
            double expected = other.endSeconds.get(i);
            // No flow ends at the beginning of time.
            worst = Math.max(worst, Math.abs(one.endSeconds.get(i) - expected) / expected);
        }
        return worst;
    }
}
