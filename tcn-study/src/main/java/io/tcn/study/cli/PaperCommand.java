// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.cli;

import io.tcn.sim.cli.ProgressBar;
import io.tcn.sim.network.Knowledge;
import io.tcn.study.paper.Claim;
import io.tcn.study.paper.PaperReport;
import io.tcn.study.paper.PaperResult;
import io.tcn.study.paper.PaperSetting;
import io.tcn.study.paper.Study;
import io.tcn.study.paper.tuners.TunerPaper;
import io.tcn.study.paper.tuners.TunerReport;
import io.tcn.study.paper.tuners.TunerStudy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/// `paper`: section 7 of the TCN paper, claim by claim; and what four papers on tuners claim.
@Command(
        name = "paper",
        sortOptions = false,
        description = "Runs the evaluation of the TCN paper: each claim with its ratio, ours, and the best possible."
                + " With --paper, that of another: each claim with its value, ours over the seeds, that of the best"
                + " static setting, and whether it was reproduced.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} --out paper",
            "  ${COMMAND-FULL-NAME} --quick",
            "  ${COMMAND-FULL-NAME} --seeds 20 --deterioration 0.75 --sweep-seeds 0",
            "  ${COMMAND-FULL-NAME} --paper falcon",
            "  ${COMMAND-FULL-NAME} --paper all --seeds 20 --out tuners",
            "",
            "With --out it writes tables (CSV, Markdown), figures (SVG), paper.json and report.html; see docs/paper.md.",
            "For the papers on tuners it writes tuners.csv and tuners.md; see docs/tuners.md.",
            "The same options give the same files, byte for byte, with any number of threads."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the results could not be written, or stopped", "2:wrong arguments"})
public final class PaperCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int QUICK_SEEDS = 2;
    private static final String TCN = "tcn";

    /// Options that only mean something for the TCN paper.
    private static final List<String> OF_TCN = List.of(
            "--sweep-seeds",
            "--claims",
            "--capacity-scale",
            "--deterioration",
            "--ceiling-gbps",
            "--max-connections",
            "--interval",
            "--knowledge");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help and exit")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Option(
            names = "--paper",
            paramLabel = "NAME",
            defaultValue = "tcn",
            description = "tcn, falcon, marlin, fstream, harp, or all of the last four (default: ${DEFAULT-VALUE});"
                    + " all but tcn take --seeds, --quick, --threads and --out only")
    private String paper = TCN;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "10",
            description = "draws of each scenario (default: ${DEFAULT-VALUE})")
    private int seeds;

    @Option(
            names = "--sweep-seeds",
            paramLabel = "N",
            defaultValue = "2",
            description = "draws at each point of the sensitivity sweep, 0 for none (default: ${DEFAULT-VALUE})")
    private int sweepSeeds;

    @Option(names = "--quick", description = "2 seeds and no sweep: a first look")
    private boolean quick;

    @Option(
            names = "--claims",
            split = ",",
            paramLabel = "NAME",
            description = "only these, such as fct-mean-free (default: all; a wrong name lists them)")
    private @Nullable List<String> claims;

    @Option(names = "--threads", paramLabel = "N", description = "simulations at once (default: one per core)")
    private @Nullable Integer threads;

    @Option(names = "--out", paramLabel = "DIR", description = "where tables, figures and report.html go")
    private @Nullable Path out;

    @Option(names = "--capacity-scale", paramLabel = "FACTOR", description = "all capacities times this (default: 0.1)")
    private @Nullable Double capacityScale;

    @Option(
            names = "--deterioration",
            paramLabel = "PART",
            description = "capacity lost at M connections on every pipe, 0 to 1 (default: 0.95)")
    private @Nullable Double deterioration;

    @Option(
            names = "--ceiling-gbps",
            paramLabel = "GBPS",
            description = "most that a connection carries (default: 0.5)")
    private @Nullable Double ceilingGbps;

    @Option(names = "--max-connections", paramLabel = "M", description = "most connections of a pipe (default: 100)")
    private @Nullable Integer maxConnections;

    @Option(names = "--interval", paramLabel = "SECONDS", description = "control interval (default: 1)")
    private @Nullable Double intervalSeconds;

    @Option(
            names = "--knowledge",
            paramLabel = "LEVEL",
            description = "what the map tells: full, capacities or none (default: full)")
    private @Nullable String knowledge;

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("a command is run by picocli");
        }
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        try {
            if (!paper.equals(TCN)) {
                return tuners(spec.commandLine().getParseResult(), stdout, stderr);
            }
            Study.Plan plan = new Study.Plan(
                    quick ? QUICK_SEEDS : seeds,
                    quick ? 0 : Math.min(sweepSeeds, seeds),
                    threads == null ? Runtime.getRuntime().availableProcessors() : threads,
                    setting(),
                    claims == null
                            ? List.of(Claim.values())
                            : claims.stream()
                                    .map(String::strip)
                                    .map(Claim::parse)
                                    .toList());
            PaperReport report = new PaperReport(run(plan, stderr));
            report.lines().forEach(stdout::println);
            stdout.flush();
            return write(report.files(), "report.html", stdout, stderr);
        } catch (IllegalArgumentException refused) {
            stderr.println("paper: " + refused.getMessage());
            stderr.flush();
            return BAD_INPUT;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            stderr.println("paper: stopped; nothing was written");
            stderr.flush();
            return FAILED;
        }
    }

    private int tuners(ParseResult given, PrintWriter stdout, PrintWriter stderr) throws InterruptedException {
        List<TunerPaper> papers = TunerPaper.parse(paper);
        for (String option : OF_TCN) {
            if (given.hasMatchedOption(option)) {
                throw new IllegalArgumentException(
                        option + " belongs to --paper tcn; the testbeds of " + paper + " are as its paper has them");
            }
        }
        TunerStudy study = new TunerStudy(
                papers,
                quick ? QUICK_SEEDS : seeds,
                threads == null ? Runtime.getRuntime().availableProcessors() : threads);
        ProgressBar progress = ProgressBar.onConsole(stderr, study.claims());
        TunerReport report = new TunerReport(study.run(progress::finished));
        report.lines().forEach(stdout::println);
        stdout.flush();
        return write(report.files(), "tuners.md", stdout, stderr);
    }

    private static PaperResult run(Study.Plan plan, PrintWriter stderr) throws InterruptedException {
        Study study = new Study(plan);
        ProgressBar progress = ProgressBar.onConsole(stderr, study.simulations());
        return study.run(progress::finished);
    }

    private PaperSetting setting() {
        PaperSetting usual = PaperSetting.DEFAULT;
        return new PaperSetting(
                capacityScale == null ? usual.capacityScale() : capacityScale,
                ceilingGbps == null ? usual.ceilingGbps() : ceilingGbps,
                deterioration == null ? usual.deterioration() : deterioration,
                maxConnections == null ? usual.maxConnections() : maxConnections,
                intervalSeconds == null ? usual.intervalSeconds() : intervalSeconds,
                knowledge == null ? usual.knowledge() : Knowledge.parse(knowledge));
    }

    private int write(Map<String, byte[]> files, String first, PrintWriter stdout, PrintWriter stderr) {
        if (out == null) {
            return OK;
        }
        try {
            Files.createDirectories(out);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Files.write(out.resolve(file.getKey()), file.getValue());
            }
            stdout.println("written: " + files.size() + " files in " + out + ", begin with " + out.resolve(first));
            stdout.flush();
            return OK;
        } catch (IOException failed) {
            stderr.println("paper: the results cannot be written below " + out + " (" + failed + "); choose another"
                    + " --out");
            stderr.flush();
            return FAILED;
        }
    }
}
