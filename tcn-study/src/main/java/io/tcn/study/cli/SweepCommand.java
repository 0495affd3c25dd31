// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.cli;

import io.tcn.sim.cli.ProgressBar;
import io.tcn.sim.cli.RunOptions;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.study.sweep.Grid;
import io.tcn.study.sweep.Shard;
import io.tcn.study.sweep.Sweep;
import io.tcn.study.sweep.SweepTables;
import io.tcn.study.sweep.Variation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `sweep`: one scenario over a grid of parameters.
@Command(
        name = "sweep",
        sortOptions = false,
        subcommands = SweepMergeCommand.class,
        description = "Simulates a scenario at all points of a grid of parameters, on all cores.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} paper-2 --optimizers fts,tcn --vary deterioration=0,0.5,0.9 --out sweep",
            "  ${COMMAND-FULL-NAME} paper-3 --optimizers tcn --seeds 1-5 --vary utility=sum,proportional"
                    + " --vary interval=1,5 --out sweep",
            "  ${COMMAND-FULL-NAME} paper-3 --seeds 1-20 --vary interval=1,5 --shard 3/8 --out sweep",
            "  ${COMMAND-FULL-NAME} merge sweep --out whole",
            "",
            "With --shard I/N one of N machines does its part of the runs; merge puts the parts together. See",
            "docs/sweeps.md for Slurm, HTCondor and Kubernetes.",
            "What can be varied: capacity-scale, ceiling-gbps, deterioration, interval, min-connections,"
                    + " max-connections, knowledge, controls (on, off), utility.",
            "A sweep that was stopped goes on where it was when the same command is given again. sweep.csv holds",
            "medians over the seeds with the least and the most of them, runs.jsonl every run; the same options give",
            "the same sweep.csv, byte for byte."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the results could not be written, or stopped",
            "2:wrong arguments or a wrong scenario"
        })
public final class SweepCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RunOptions runOptions = new RunOptions();

    @Option(
            names = "--vary",
            paramLabel = "NAME=V,V",
            description = "a parameter with its values; may be given several times")
    private List<String> vary = List.of();

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = "do only the I-th of N parts of the runs (default: 1/1, all)")
    private @Nullable String shard;

    @Option(names = "--out", paramLabel = "DIR", description = "where the results go; needed")
    private @Nullable Path out;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help and exit")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("a command is run by picocli");
        }
        if (out == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--out=DIR'");
        }
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        Path folder = out;
        try {
            Shard part = shard == null ? Shard.WHOLE : Shard.parse(shard);
            RunOptions.Setup setup = runOptions.setup();
            Sweep sweep = new Sweep(
                    new Variation(setup.scenario(), setup.settings(), setup.utility()),
                    Grid.parse(vary),
                    setup.optimizers().keySet(),
                    setup.seeds(),
                    part,
                    utility -> RunOptions.registry(setup.scenario(), utility));
            ProgressBar progress = ProgressBar.onConsole(stderr, sweep.runs());
            SweepTables tables = sweep.run(folder, setup.threads(), progress::finished);
            if (part.of() == 1) {
                Files.writeString(folder.resolve("sweep.csv"), tables.figures().toCsv());
                tables.medians().toLines().forEach(stdout::println);
                stdout.println("written: " + folder.resolve("sweep.csv") + ", " + folder.resolve(sweep.journal()));
            } else {
                stdout.println("shard " + part + " is done, " + sweep.runs() + " runs; written: "
                        + folder.resolve(sweep.journal()) + "; when all shards are done: sweep merge");
            }
            stdout.flush();
            return OK;
        } catch (InvalidScenarioException refused) {
            refused.complaints().forEach(complaint -> stderr.println("sweep: " + complaint.inWords()));
        } catch (IllegalArgumentException refused) {
            stderr.println("sweep: " + refused.getMessage());
        } catch (IOException failed) {
            stderr.println("sweep: the results cannot be kept below " + folder + " (" + failed + "); choose another"
                    + " --out");
            stderr.flush();
            return FAILED;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            stderr.println("sweep: stopped; give the same command again to go on");
            stderr.flush();
            return FAILED;
        }
        stderr.flush();
        return BAD_INPUT;
    }
}
