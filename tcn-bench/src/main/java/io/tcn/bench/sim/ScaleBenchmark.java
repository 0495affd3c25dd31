// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.jmh.PlainClassPath;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How large a simulation may be: transfers over a busy ESnet6 with dispatch and control loop, each size in a JVM
/// of its own with a bounded heap.
public final class ScaleBenchmark implements Benchmark {
    private static final double MEBI = 1 << 20;

    /// @param transfers how many
    /// @param heap the heap that it gets, as the JVM's option
    /// @param mostSeconds wall time that it may take
    private record Scale(int transfers, String heap, double mostSeconds) {}

    private static final List<Scale> ALL =
            List.of(new Scale(100_000, "-Xmx1g", 60), new Scale(1_000_000, "-Xmx2g", 600));

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public String question() {
        return "How long does the simulator take for 100 000 and 1 000 000 transfers over ESnet6, in how much heap?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws BenchException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        try (PlainClassPath _ = PlainClassPath.open(settings.folder())) {
            for (Scale scale : settings.quick() ? ALL.subList(0, 1) : ALL) {
                String size = String.format(Locale.ROOT, "%,d transfers", scale.transfers())
                        .replace(',', ' ');
                progress.at(size);
                add(size + ": ", scale, run(scale), figures);
            }
        }
        return BenchResult.of(figures);
    }

    private static void add(String prefix, Scale scale, double[] found, List<Figure> figures) {
        double wallSeconds = found[0];
        figures.add(new Figure(prefix + "wall time", wallSeconds, "s", Aim.atMost(scale.mostSeconds())));
        figures.add(Figure.of(prefix + "peak of the used heap", found[7] / MEBI, "MiB"));
        figures.add(Figure.of(prefix + "events", found[1], ""));
        // A run takes some time.
        figures.add(Figure.of(prefix + "events per second", found[1] / wallSeconds, "/s"));
        figures.add(Figure.of(prefix + "allocations of rates", found[2], ""));
        figures.add(Figure.of(prefix + "control intervals", found[3], ""));
        figures.add(Figure.of(prefix + "virtual time", found[4], "s"));
        figures.add(Figure.of(prefix + "mean throughput", found[5] / 1e9, "Gbit/s"));
        figures.add(Figure.of(prefix + "transfers queued at most", found[6], ""));
    }

    private static double[] run(Scale scale) throws BenchException, InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                scale.heap(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ScaleRun.class.getName(),
                String.valueOf(scale.transfers()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        FlowRun.FOREIGN_OPTIONS.forEach(builder.environment()::remove);
        try {
            Process process = builder.start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            int code = process.waitFor();
            if (code != 0) {
                throw new BenchException("the simulation ended with " + code + "; see its messages above");
            }
            return List.of(printed.strip().split("\\s+", -1)).stream()
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        } catch (IOException e) {
            throw new BenchException("the simulation cannot be run (" + e + ")", e);
        }
    }
}
