// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import io.tcn.alto.topology.ShippedTopologies;
import io.tcn.core.utility.SumUtility;
import io.tcn.sim.batch.Parallel;
import io.tcn.sim.oracle.Ideal;
import io.tcn.sim.report.Comparison;
import io.tcn.sim.report.ReplayFiles;
import io.tcn.sim.report.TerminalTable;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.run.Simulation;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.ShippedScenarios;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
            "With --out it writes result.json, report.html, tables (CSV) and figures (SVG), see docs/replay.md.",
            "The same seed gives the same result.json, byte for byte."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the results could not be written, or stopped",
            "2:wrong arguments or a wrong scenario"
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int NOT_WRITTEN = 1;
    private static final int BAD_INPUT = 2;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RunOptions runOptions = new RunOptions();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help and exit")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Option(names = "--list", description = "list the shipped scenarios and the optimizers")
    private boolean list;

    @Option(names = "--out", paramLabel = "DIR", description = "where result.json, report.html, tables and figures go")
    private @Nullable Path out;

    private static void list(PrintWriter stdout) {
        SortedSet<String> optimizers = new OptimizerRegistry().names();
        stdout.println("scenarios:");
        ShippedScenarios.names().forEach(name -> stdout.println("  " + name));
        stdout.println("topologies:");
        ShippedTopologies.names().forEach(name -> stdout.println("  " + name));
        stdout.println("optimizers:");
        optimizers.forEach(name -> stdout.println("  " + name));
        stdout.flush();
    }

    @Override
    public Integer call() {
        PrintWriter stdout = commandSpec().commandLine().getOut();
        PrintWriter stderr = commandSpec().commandLine().getErr();
        try {
            if (list) {
                list(stdout);
                return OK;
            }
            Comparison comparison = compare(runOptions.setup(), stderr);
            stdout.println(comparison.scenario().name() + ": "
                    + comparison.scenario().pipes().size() + " pipes, "
                    + comparison.scenario().expectedTransfers() + " transfers, controls "
                    + (comparison.settings().controls() ? "on" : "off") + ", seeds " + runOptions.seeds());
            TerminalTable.of(comparison).forEach(stdout::println);
            stdout.flush();
            return write(comparison, stdout, stderr);
        } catch (InvalidScenarioException refused) {
            refused.complaints().forEach(complaint -> stderr.println("replay: " + complaint.inWords()));
        } catch (IllegalArgumentException refused) {
            stderr.println("replay: " + refused.getMessage());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            stderr.println("replay: stopped; nothing was written");
            stderr.flush();
            return NOT_WRITTEN;
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

    private Comparison compare(RunOptions.Setup setup, PrintWriter stderr) throws InterruptedException {
        ProgressBar progress = ProgressBar.onConsole(
                stderr, setup.optimizers().size() * setup.seeds().size());
        List<Callable<SimulationResult>> calls = new ArrayList<>();
        setup.optimizers()
                .forEach((name, entry) -> setup.seeds()
                        .forEach(seed -> calls.add(() -> {
                            String run = name + ", seed " + seed;
                            SimulationResult result = new Simulation(
                                            setup.scenario(),
                                            name,
                                            entry.factory(),
                                            setup.settings(),
                                            seed,
                                            part -> progress.at(run, part))
                                    .run();
                            progress.finished(run);
                            return result;
                        })));
        List<SimulationResult> results = Parallel.run(calls, setup.threads(), done -> {});
        List<Comparison.OptimizerRuns> compared = new ArrayList<>();
        int next = 0;
        for (Map.Entry<String, OptimizerRegistry.Entry> optimizer :
                setup.optimizers().entrySet()) {
            int end = next + setup.seeds().size();
            compared.add(new Comparison.OptimizerRuns(
                    optimizer.getKey(), optimizer.getValue().settings(), results.subList(next, end)));
            next = end;
        }
        Ideal ideal = Ideal.of(setup.scenario(), setup.settings(), Ideal.Part.ALL);
        boolean isSum = setup.utility() == null || setup.utility().equals(new SumUtility().name());
        return new Comparison(setup.scenario(), setup.settings(), compared, isSum ? ideal : ideal.withoutUtility());
    }

    private int write(Comparison comparison, PrintWriter stdout, PrintWriter stderr) {
        if (out == null) {
            return OK;
        }
        try {
            Files.createDirectories(out);
            SortedMap<String, byte[]> files = ReplayFiles.of(comparison);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Files.write(out.resolve(file.getKey()), file.getValue());
            }
            stdout.println(
                    "written: " + files.size() + " files in " + out + ", begin with " + out.resolve("report.html"));
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
