// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import io.tcn.bench.BenchException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// `flows.cpp`, compiled against the SimGrid that is installed here.
final class SimGridDriver {
    private static final String SOURCE = "flows.cpp";

    private final Path program;

    private SimGridDriver(Path program) {
        this.program = program;
    }

    /// Compiles it into a folder; empty where there is no g++ or no SimGrid.
    static Optional<SimGridDriver> compile(Path folder) throws BenchException, InterruptedException {
        Path source = folder.resolve(SOURCE);
        Path program = folder.resolve("flows");
        try (InputStream in = SimGridDriver.class.getResourceAsStream(SOURCE)) {
            if (in == null) {
                throw new BenchException("the program for SimGrid is missing in this build");
            }
            Files.copy(in, source);
        } catch (IOException e) {
            throw new BenchException("nothing can be written to " + folder + " (" + e + ")", e);
        }
        List<String> command =
                List.of("g++", "-O2", "-std=c++17", source.toString(), "-o", program.toString(), "-lsimgrid");
        try {
            Process compiler = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return compiler.waitFor() == 0 ? Optional.of(new SimGridDriver(program)) : Optional.empty();
        } catch (IOException noCompiler) {
            return Optional.empty();
        }
    }

    /// The command that runs a file of flows.
    List<String> command(Path flows, Path ends) {
        return List.of(program.toString(), flows.toString(), ends.toString());
    }
}
