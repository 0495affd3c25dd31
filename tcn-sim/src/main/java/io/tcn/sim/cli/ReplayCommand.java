// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import io.tcn.core.model.PipeLimits;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.network.Physics;
import io.tcn.sim.report.Comparison;
import io.tcn.sim.report.HtmlReport;
import io.tcn.sim.report.ResultJson;
import io.tcn.sim.report.TerminalTable;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.run.Simulation;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ShippedScenarios;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `replay`: simulates a scenario with several optimizers and compares them.
@Command(
        name = "replay",
        sortOptions = false,
        description = "Simulates a scenario with several optimizers and compares them.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} --list",
            "  ${COMMAND-FULL-NAME} paper-2 --seeds 1-5 --out results",
            "  ${COMMAND-FULL-NAME} my-scenario.json --topology my-network.json --optimizers fts,tcn-zero",
            "  ${COMMAND-FULL-NAME} cms-2018 --topology esnet6-2026 --time-compression 1000",
            "",
            "With --out it writes result.json and report.html, see docs/replay.md.",
            "The same seed gives the same result.json, byte for byte."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the results could not be written", "2:wrong arguments or a wrong scenario"})
public final class ReplayCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int NOT_WRITTEN = 1;
    private static final int BAD_INPUT = 2;
    private static final List<String> USUAL_OPTIMIZERS = List.of("fts", "tcn-zero");

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SCENARIO",
            description =
                    "a scenario file, the name of a shipped one or its beginning, or a trace (.csv, .csv.gz, .json)")
    private @Nullable String scenario;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help and exit")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Option(names = "--list", description = "list the shipped scenarios and the optimizers")
    private boolean list;

    @Option(
            names = "--optimizers",
            split = ",",
            paramLabel = "NAME",
            description = "which, the first is the reference (default: the scenario's own, else fts,tcn-zero)")
    private List<String> optimizers = List.of();

    @Mixin
    private ScenarioOptions scenarioOptions = new ScenarioOptions();

    @Option(
            names = "--seeds",
            paramLabel = "SEEDS",
            defaultValue = "1",
            description = "such as 1-5 or 1,4,7 (default: ${DEFAULT-VALUE})")
    private String seeds = "1";

    @Option(names = "--out", paramLabel = "DIR", description = "where result.json and report.html go")
    private @Nullable Path out;

    @Option(names = "--no-controls", description = "leave the scenario's resource controls out")
    private boolean noControls;

    @Option(names = "--max-connections", paramLabel = "M", description = "most connections of a pipe (default: 100)")
    private @Nullable Integer maxConnections;

    @Option(names = "--interval", paramLabel = "SECONDS", description = "control interval (default: 1)")
    private @Nullable Double intervalSeconds;

    @Option(
            names = "--deterioration",
            paramLabel = "PART",
            description = "capacity lost at 100 connections on every pipe, 0 to 1 (default: 0.75)")
    private @Nullable Double deterioration;

    @Option(names = "--ceiling-gbps", paramLabel = "GBPS", description = "most that a connection carries (default: 2)")
    private @Nullable Double ceilingGbps;

    @Option(
            names = "--knowledge",
            paramLabel = "LEVEL",
            description = "what the control plane knows of the network beside the paths: full, capacities or none"
                    + " (default: full)")
    private @Nullable String knowledge;

    @Option(
            names = "--horizon",
            paramLabel = "SECONDS",
            description = "end of a run in virtual time (default: 3000 with infinite backlogs)")
    private @Nullable Double horizonSeconds;

    @Override
    public Integer call() {
        PrintWriter stdout = commandSpec().commandLine().getOut();
        PrintWriter stderr = commandSpec().commandLine().getErr();
        OptimizerRegistry registry = new OptimizerRegistry();
        if (list) {
            stdout.println("scenarios:");
            ShippedScenarios.names().forEach(name -> stdout.println("  " + name));
            stdout.println("topologies:");
            ShippedScenarios.topologies().forEach(name -> stdout.println("  " + name));
            stdout.println("optimizers:");
            registry.names().forEach(name -> stdout.println("  " + name));
            stdout.flush();
            return OK;
        }
        try {
            Comparison comparison = compare(registry, stderr);
            stdout.println(comparison.scenario().name() + ": "
                    + comparison.scenario().pipes().size() + " pipes, "
                    + comparison.scenario().expectedTransfers() + " transfers, controls "
                    + (comparison.settings().controls() ? "on" : "off") + ", seeds " + seeds);
            TerminalTable.of(comparison).forEach(stdout::println);
            stdout.flush();
            return write(comparison, stdout, stderr);
        } catch (InvalidScenarioException refused) {
            refused.complaints().forEach(complaint -> stderr.println("replay: " + complaint.inWords()));
        } catch (IllegalArgumentException refused) {
            stderr.println("replay: " + refused.getMessage());
        }
        stderr.flush();
        return BAD_INPUT;
    }

    private CommandSpec commandSpec() {
        if (spec == null) {
            throw new IllegalStateException("a command is run by picocli");
        }
        return spec;
    }

    private Comparison compare(OptimizerRegistry registry, PrintWriter stderr) throws InvalidScenarioException {
        if (scenario == null) {
            throw new IllegalArgumentException(
                    "which scenario? Give a file or one of " + String.join(", ", ShippedScenarios.names()));
        }
        Set<Long> seedNumbers = Seeds.parse(seeds);
        Scenario world = scenarioOptions.read(scenario);
        SimulationSettings settings = settings(world);
        Map<String, OptimizerRegistry.Entry> chosen = new LinkedHashMap<>();
        String utility = world.details().settings().utility();
        OptimizerRegistry forUtility = utility == null ? registry : new OptimizerRegistry(Utilities.byName(utility));
        for (String name : optimizersFor(world)) {
            OptimizerRegistry.Entry entry = forUtility
                    .find(name.strip())
                    .orElseThrow(() -> new IllegalArgumentException("there is no optimizer \"" + name
                            + "\"; use some of " + String.join(", ", registry.names())));
            chosen.put(name.strip(), entry);
        }
        ProgressBar progress = new ProgressBar(
                stderr,
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false),
                chosen.size() * seedNumbers.size(),
                System::nanoTime);
        List<Comparison.OptimizerRuns> compared = new ArrayList<>();
        chosen.forEach((name, entry) -> {
            List<SimulationResult> runs = new ArrayList<>();
            for (long seed : seedNumbers) {
                String run = name + ", seed " + seed;
                runs.add(new Simulation(world, name, entry.factory(), settings, seed, part -> progress.at(run, part))
                        .run());
                progress.finished(run);
            }
            compared.add(new Comparison.OptimizerRuns(name, entry.settings(), runs));
        });
        return new Comparison(world, settings, compared);
    }

    private List<String> optimizersFor(Scenario world) {
        if (!optimizers.isEmpty()) {
            return optimizers;
        }
        List<String> own = world.details().settings().optimizers();
        return own.isEmpty() ? USUAL_OPTIMIZERS : own;
    }

    private SimulationSettings settings(Scenario world) {
        SimulationSettings usual = scenarioOptions.settings(world);
        Physics physics = usual.physics();
        if (ceilingGbps != null) {
            physics = physics.withCeilingBps(ceilingGbps * 1e9);
        }
        if (deterioration != null) {
            physics = physics.withDeterioration(deterioration);
        }
        return new SimulationSettings(
                physics,
                maxConnections == null
                        ? usual.limits()
                        : new PipeLimits(usual.limits().minConnections(), maxConnections),
                intervalSeconds == null ? usual.interval() : seconds("--interval", intervalSeconds),
                !noControls,
                knowledge == null ? usual.knowledge() : Knowledge.parse(knowledge),
                horizonSeconds == null ? usual.horizon() : seconds("--horizon", horizonSeconds),
                usual.variesScenario());
    }

    private static Duration seconds(String option, double seconds) {
        if (!(seconds > 0 && seconds <= 1e9)) {
            throw new IllegalArgumentException(option + " wants seconds above 0 and up to 1e9, given was " + seconds);
        }
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private int write(Comparison comparison, PrintWriter stdout, PrintWriter stderr) {
        if (out == null) {
            return OK;
        }
        try {
            Files.createDirectories(out);
            Path json = out.resolve("result.json");
            Path html = out.resolve("report.html");
            Files.write(json, ResultJson.of(comparison));
            Files.write(html, HtmlReport.of(comparison));
            stdout.println("written: " + json + ", " + html);
            stdout.flush();
            return OK;
        } catch (IOException failed) {
            stderr.println("replay: the results cannot be written below " + out + " (" + failed + "); choose another"
                    + " --out");
            stderr.flush();
            return NOT_WRITTEN;
        }
    }
}
