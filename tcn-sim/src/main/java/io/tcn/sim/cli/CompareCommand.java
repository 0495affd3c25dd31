// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import io.tcn.sim.report.Metric;
import io.tcn.sim.report.ResultFile;
import io.tcn.sim.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `compare`: two results of replay side by side.
@Command(
        name = "compare",
        sortOptions = false,
        description = "Puts two results of replay side by side: settings that differ, and every figure with its ratio.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} before after",
            "  ${COMMAND-FULL-NAME} before/result.json after/result.json --tolerance 0.02",
            "  ${COMMAND-FULL-NAME} before after --csv compare.csv"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the table could not be written",
            "2:wrong arguments or files",
            "3:a figure differs by more than --tolerance"
        })
public final class CompareCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int NOT_WRITTEN = 1;
    private static final int BAD_INPUT = 2;
    private static final int DIFFERENT = 3;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "a folder that replay wrote, or its result.json")
    private @Nullable Path first;

    @Parameters(index = "1", paramLabel = "B", description = "another one")
    private @Nullable Path second;

    @Option(
            names = "--tolerance",
            paramLabel = "PART",
            description = "end with 3 if a figure of B differs from that of A by more than this part of it")
    private @Nullable Double tolerance;

    @Option(names = "--csv", paramLabel = "FILE", description = "write the table there, too")
    private @Nullable Path csv;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help and exit")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Override
    public Integer call() {
        if (spec == null || first == null || second == null) {
            throw new IllegalStateException("a command is run by picocli");
        }
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        try {
            if (tolerance != null && !(tolerance >= 0)) {
                throw new IllegalArgumentException("--tolerance is zero or more, given was " + tolerance);
            }
            ResultFile a = ResultFile.read(first);
            ResultFile b = ResultFile.read(second);
            differences(a.settings(), b.settings()).forEach(stdout::println);
            Table table = table(a, b);
            table.toLines().forEach(stdout::println);
            List<String> exceeded = exceeded(a, b);
            exceeded.forEach(stdout::println);
            stdout.flush();
            if (csv != null) {
                return write(csv, table, stderr) ? (exceeded.isEmpty() ? OK : DIFFERENT) : NOT_WRITTEN;
            }
            return exceeded.isEmpty() ? OK : DIFFERENT;
        } catch (NoSuchFileException missing) {
            stderr.println("compare: there is no " + missing.getFile() + "; give what replay --out wrote");
        } catch (IOException failed) {
            stderr.println("compare: a result cannot be read (" + failed + ")");
        } catch (IllegalArgumentException refused) {
            stderr.println("compare: " + refused.getMessage());
        }
        stderr.flush();
        return BAD_INPUT;
    }

    private static boolean write(Path file, Table table, PrintWriter stderr) {
        try {
            Files.writeString(file, table.toCsv());
            return true;
        } catch (IOException failed) {
            stderr.println("compare: " + file + " cannot be written (" + failed + "); choose another file");
            stderr.flush();
            return false;
        }
    }

    private static List<String> differences(Map<String, String> a, Map<String, String> b) {
        Set<String> names = new TreeSet<>(a.keySet());
        names.addAll(b.keySet());
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            String one = a.getOrDefault(name, "not said");
            String other = b.getOrDefault(name, "not said");
            if (!one.equals(other)) {
                lines.add("differs: " + name + ": " + one + " in A, " + other + " in B");
            }
        }
        return lines;
    }

    private static Table table(ResultFile a, ResultFile b) {
        List<List<String>> rows = new ArrayList<>();
        Set<String> optimizers = new LinkedHashSet<>(a.medians().keySet());
        optimizers.addAll(b.medians().keySet());
        for (String optimizer : optimizers) {
            for (Metric metric : Metric.values()) {
                double one = value(a, optimizer, metric);
                double other = value(b, optimizer, metric);
                if (!Double.isNaN(one) || !Double.isNaN(other)) {
                    rows.add(List.of(
                            optimizer,
                            metric.label(),
                            metric.unit(),
                            metric.format(one),
                            metric.format(other),
                            Metric.ratio(other, one)));
                }
            }
        }
        return new Table(List.of("optimizer", "figure", "unit", "A", "B", "B / A"), rows, 3);
    }

    private static double value(ResultFile result, String optimizer, Metric metric) {
        return result.medians().getOrDefault(optimizer, Map.of()).getOrDefault(metric.key(), Double.NaN);
    }

    private List<String> exceeded(ResultFile a, ResultFile b) {
        List<String> lines = new ArrayList<>();
        if (tolerance == null) {
            return lines;
        }
        a.medians().forEach((optimizer, figures) -> {
            for (Metric metric : Metric.values()) {
                double one = figures.getOrDefault(metric.key(), Double.NaN);
                double other = value(b, optimizer, metric);
                boolean bothMissing = Double.isNaN(one) && Double.isNaN(other);
                if (!bothMissing && !(Math.abs(other - one) <= tolerance * Math.abs(one))) {
                    lines.add("beyond the tolerance: " + metric.label() + " of " + optimizer);
                }
            }
        });
        return lines;
    }
}
