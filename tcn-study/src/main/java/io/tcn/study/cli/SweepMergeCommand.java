// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.cli;

import io.tcn.study.sweep.Sweep;
import io.tcn.study.sweep.SweepMerge;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sweep merge`: puts the parts of a sweep together.
@Command(
        name = "merge",
        sortOptions = false,
        description =
                "Puts the parts of a sweep together that ran with --shard: sweep.csv and runs.jsonl as one machine"
                        + " would have written them.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the results could not be written", "2:parts are missing or of different sweeps"})
final class SweepMergeCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "folders that the shards have written")
    private List<Path> folders = List.of();

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "where the results go")
    private @Nullable Path out;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help and exit")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Override
    public Integer call() {
        if (spec == null || out == null) {
            throw new IllegalStateException("a command is run by picocli");
        }
        PrintWriter stdout = spec.commandLine().getOut();
        PrintWriter stderr = spec.commandLine().getErr();
        try {
            SweepMerge.Merged merged = SweepMerge.merge(folders, out);
            Files.writeString(
                    out.resolve("sweep.csv"), merged.tables().figures().toCsv());
            merged.tables().medians().toLines().forEach(stdout::println);
            stdout.println(merged.runs() + " runs of " + merged.files().size() + " files; written: "
                    + out.resolve("sweep.csv") + ", " + out.resolve(Sweep.JOURNAL));
            stdout.flush();
            return OK;
        } catch (IllegalArgumentException refused) {
            stderr.println("sweep merge: " + refused.getMessage());
            stderr.flush();
            return BAD_INPUT;
        } catch (IOException failed) {
            stderr.println("sweep merge: the results cannot be read, or kept below " + out + " (" + failed + ")");
            stderr.flush();
            return FAILED;
        }
    }
}
