// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioReader;
import io.tcn.sim.scenario.TraceReplay;
import io.tcn.sim.scenario.TraceScenario;
import io.tcn.sim.trace.TraceFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options for commands that take a scenario or a trace.
public final class ScenarioOptions {
    /// Where a trace goes that nobody gave a topology.
    private static final String USUAL_TOPOLOGY = "esnet6-2026";

    @Option(
            names = "--topology",
            paramLabel = "FILE",
            description = "a topology instead of the scenario's own: a file (.json, .gml, .graphml) or a shipped name")
    private @Nullable Path topology;

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description = "with a trace: where its sites are in the topology, a file or a shipped name")
    private @Nullable String mapping;

    @Option(
            names = "--time-compression",
            paramLabel = "FACTOR",
            description = "with a trace: arrivals come so many times as fast")
    private @Nullable Double timeCompression;

    @Option(names = "--as-fast-as-possible", description = "with a trace: all arrive at the start, in order")
    private boolean asFastAsPossible;

    @Option(names = "--multiply", paramLabel = "N", description = "with a trace: each transfer comes N times")
    private @Nullable Integer multiply;

    @Option(
            names = "--vary-scenario",
            description = "let the seed change arrivals, background, failures and noise of the scenario, too")
    private boolean varyScenario;

    /// Reads a scenario, or makes one of a trace.
    ///
    /// @throws InvalidScenarioException if it is not sound
    /// @throws IllegalArgumentException if an option does not fit
    public Scenario read(String nameOrFile) throws InvalidScenarioException {
        if (isTrace(nameOrFile)) {
            if (timeCompression != null && asFastAsPossible) {
                throw new IllegalArgumentException(
                        "--time-compression and --as-fast-as-possible exclude one another: give one of them");
            }
            return TraceScenario.read(
                    nameOrFile,
                    topology == null ? USUAL_TOPOLOGY : topology.toString(),
                    mapping,
                    new TraceReplay(
                            timeCompression == null ? 1 : timeCompression,
                            asFastAsPossible,
                            multiply == null ? 1 : multiply));
        }
        if (mapping != null || timeCompression != null || asFastAsPossible || multiply != null) {
            throw new IllegalArgumentException("--mapping, --time-compression, --as-fast-as-possible and --multiply are"
                    + " for traces; in a scenario, write them beside its trace");
        }
        return new ScenarioReader().read(nameOrFile, topology);
    }

    /// The settings that a scenario asks for, with what these options change.
    public SimulationSettings settings(Scenario scenario) {
        return SimulationSettings.of(scenario).withVariedScenario(varyScenario);
    }

    private static boolean isTrace(String nameOrFile) {
        if (TraceFiles.isTrace(nameOrFile) || nameOrFile.endsWith(".json.gz")) {
            return true;
        }
        if (!nameOrFile.endsWith(".json")) {
            return false;
        }
        // A scenario is an object, a trace a list.
        try (InputStream in = Files.newInputStream(Path.of(nameOrFile))) {
            int first = in.read();
            while (first >= 0 && Character.isWhitespace(first)) {
                first = in.read();
            }
            return first == '[';
        } catch (IOException | InvalidPathException _) {
            // The reader of scenarios says what is wrong with the file.
            return false;
        }
    }
}
