// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import io.tcn.alto.topology.ShippedTopologies;
import io.tcn.alto.topology.TopologyFile;
import io.tcn.core.model.Pipe;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.run.ScenarioNetwork;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.NamedTopology;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioReader;
import io.tcn.sim.scenario.ScenarioSchema;
import io.tcn.sim.scenario.ShippedScenarios;
import io.tcn.sim.trace.TraceFiles;
import io.tcn.sim.view.Description;
import io.tcn.sim.view.TopologyMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `scenario`: looks at scenarios, topologies and traces without running them.
@Command(
        name = "scenario",
        sortOptions = false,
        mixinStandardHelpOptions = false,
        description = "Checks, describes and draws scenarios.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} validate my-scenario.json",
            "  ${COMMAND-FULL-NAME} describe example-faults",
            "  ${COMMAND-FULL-NAME} describe zoo-esnet-2007",
            "  ${COMMAND-FULL-NAME} describe cms-2018 --time-compression 1000",
            "  ${COMMAND-FULL-NAME} plot paper-2 --out paper-2.svg --pipes",
            "  ${COMMAND-FULL-NAME} schema > scenario-2.schema.json",
            "",
            "docs/scenarios.md tells what scenarios hold."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the file could not be written", "2:wrong arguments or a wrong scenario"})
public final class ScenarioCommand implements Runnable {
    private static final int OK = 0;
    private static final int NOT_WRITTEN = 1;
    private static final int BAD_INPUT = 2;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = picocli.CommandLine.ScopeType.INHERIT,
            description = "show this help and exit")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Override
    public void run() {
        throw new ParameterException(
                commandSpec().commandLine(), "what about scenarios? Say validate, describe, plot, schema or list");
    }

    private CommandSpec commandSpec() {
        if (spec == null) {
            throw new IllegalStateException("a command is run by picocli");
        }
        return spec;
    }

    private PrintWriter out() {
        return commandSpec().commandLine().getOut();
    }

    private PrintWriter err() {
        return commandSpec().commandLine().getErr();
    }

    @Command(name = "validate", description = "Checks scenarios and says all that is wrong with them.")
    int validate(
            @Parameters(arity = "1..*", paramLabel = "FILE", description = "scenarios, topologies or traces")
                    List<String> files,
            @Mixin ScenarioOptions options) {
        int code = OK;
        for (String file : files) {
            code = Math.max(code, guarded(() -> {
                if (isTopology(file)) {
                    NamedTopology topology = new ScenarioReader().readNamedTopology(file);
                    out().println(file + ": sound, "
                            + topology.topology().nodes().size() + " nodes, "
                            + topology.topology().links().size() + " links");
                } else {
                    Scenario scenario = options.read(file);
                    check(file, scenario);
                    out().println(file + ": sound, " + scenario.pipes().size() + " pipes, "
                            + scenario.expectedTransfers() + " transfers");
                }
                return OK;
            }));
        }
        out().flush();
        return code;
    }

    /// What only a run would find.
    private static void check(String file, Scenario scenario) throws InvalidScenarioException {
        OptimizerRegistry registry = new OptimizerRegistry();
        List<String> names = scenario.details().settings().optimizers();
        for (int i = 0; i < names.size(); i++) {
            if (registry.find(names.get(i)).isEmpty()) {
                throw new InvalidScenarioException(
                        file,
                        "/settings/optimizers/" + i,
                        "there is no optimizer \"" + names.get(i) + "\"",
                        "use some of " + String.join(", ", registry.names()));
            }
        }
        SimulationSettings settings = SimulationSettings.of(scenario);
        List<Pipe> pipes = ScenarioNetwork.pipesOf(scenario, settings);
        try {
            new ScenarioNetwork(scenario, new Engine()).fluid(pipes, settings.physics());
        } catch (IllegalArgumentException unlimited) {
            throw new InvalidScenarioException(
                    file, "", String.valueOf(unlimited.getMessage()), "see docs/scenarios.md");
        }
    }

    @Command(name = "describe", description = "Says what a scenario holds: network, pipes, load, controls, faults.")
    int describe(
            @Parameters(paramLabel = "FILE", description = "a scenario, a topology or a trace") String file,
            @Mixin ScenarioOptions options) {
        return guarded(() -> {
            List<String> lines = isTopology(file)
                    ? Description.of(new ScenarioReader().readNamedTopology(file))
                    : Description.of(options.read(file));
            lines.forEach(out()::println);
            out().flush();
            return OK;
        });
    }

    @Command(name = "plot", description = "Draws the topology as SVG, nodes where they are, links as wide as fast.")
    int plot(
            @Parameters(paramLabel = "FILE", description = "a scenario, a topology or a trace") String file,
            @Option(names = "--out", required = true, paramLabel = "FILE", description = "the SVG file to write")
                    Path target,
            @Option(names = "--pipes", description = "draw the pipes, too") boolean withPipes,
            @Mixin ScenarioOptions options) {
        return guarded(() -> {
            String svg;
            if (isTopology(file)) {
                NamedTopology topology = new ScenarioReader().readNamedTopology(file);
                svg = TopologyMap.of(topology.name(), topology.topology(), List.of());
            } else {
                Scenario scenario = options.read(file);
                svg = TopologyMap.of(
                        scenario.name() + " on " + scenario.topologyName(),
                        scenario.topology(),
                        withPipes ? scenario.pipes() : List.of());
            }
            try {
                Path folder = target.toAbsolutePath().getParent();
                if (folder != null) {
                    Files.createDirectories(folder);
                }
                Files.write(target, svg.getBytes(StandardCharsets.UTF_8));
            } catch (IOException failed) {
                err().println("scenario: " + target + " cannot be written (" + failed + "); choose another --out");
                err().flush();
                return NOT_WRITTEN;
            }
            out().println("written: " + target);
            out().flush();
            return OK;
        });
    }

    @Command(name = "schema", description = "Prints the JSON Schema of scenario files.")
    int schema() {
        out().print(ScenarioSchema.text());
        out().flush();
        return OK;
    }

    @Command(name = "list", description = "Lists the scenarios, topologies, traces and mappings that come with TCN.")
    int list() {
        list("scenarios", ShippedScenarios.names());
        list("topologies", ShippedTopologies.names());
        list("traces", TraceFiles.traces());
        list("mappings", TraceFiles.mappings());
        out().flush();
        return OK;
    }

    private void list(String title, List<String> names) {
        out().println(title + ":");
        names.forEach(name -> out().println("  " + name));
    }

    private static boolean isTopology(String name) {
        return ShippedTopologies.names().contains(name) || TopologyFile.isGraph(name);
    }

    /// Something that reads what people wrote.
    private interface Step {
        int run() throws InvalidScenarioException;
    }

    private int guarded(Step step) {
        try {
            return step.run();
        } catch (InvalidScenarioException refused) {
            refused.complaints().forEach(complaint -> err().println("scenario: " + complaint.inWords()));
        } catch (IllegalArgumentException refused) {
            err().println("scenario: " + refused.getMessage());
        }
        err().flush();
        return BAD_INPUT;
    }
}
