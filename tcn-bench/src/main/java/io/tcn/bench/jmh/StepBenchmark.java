// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.report.Median;
import io.tcn.core.optimizer.composed.ComposedFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Runs [ControlStep], [MaxMin] and [Gradient] with JMH, each size in a JVM of its own.
public final class StepBenchmark implements Benchmark {
    private static final List<Integer> PIPES = List.of(100, 10_000, 100_000);
    private static final List<String> OPTIMIZERS =
            List.of("tcn-first", "tcn-learned", "tcn", "tcn-zero", "fts", "fts-model");
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /// One thread measures and nothing else works: the collector stops it and counts as part of the step.
    private static final String[] JVM_OPTIONS = {
        "-Xms3g", "-Xmx3g", "-XX:+UseSerialGC", "--sun-misc-unsafe-memory-access=allow"
    };

    /// How long a measurement takes beside what it prepares.
    private record Effort(int warmups, int iterations, TimeValue each, int settling) {
        static final Effort USUAL = new Effort(4, 5, TimeValue.seconds(1), 16);
        static final Effort QUICK = new Effort(2, 3, TimeValue.milliseconds(400), 8);
    }

    /// One benchmark with its parameters but the number of pipes.
    private record Kind(String name, Class<?> benchmark, String method, Map<String, String> parameters) {}

    @Override
    public String name() {
        return "step";
    }

    @Override
    public String question() {
        return "How long does one control step take, and how much memory, with 100 to 100 000 pipes?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws BenchException {
        Effort effort = settings.quick() ? Effort.QUICK : Effort.USUAL;
        Map<Integer, Integer> pathLengths = new LinkedHashMap<>();
        PIPES.forEach(pipes -> pathLengths.put(pipes, StepNetwork.of(pipes).totalPathLength()));
        List<StepMeasurement> measurements = new ArrayList<>();
        try (PlainClassPath _ = PlainClassPath.open(settings.folder())) {
            for (Kind kind : kinds(effort)) {
                for (Map.Entry<Integer, Integer> size : pathLengths.entrySet()) {
                    StepMeasurement measured = measure(kind, size.getKey(), size.getValue(), effort);
                    progress.at(String.format(
                            Locale.ROOT, "%s, %d pipes: %.3f ms", kind.name(), measured.pipes(), measured.millis()));
                    measurements.add(measured);
                }
            }
        }
        return StepFigures.of(measurements);
    }

    private static List<Kind> kinds(Effort effort) {
        List<Kind> kinds = new ArrayList<>();
        for (String optimizer : OPTIMIZERS) {
            kinds.add(step(optimizer, optimizer, effort, false));
        }
        kinds.add(step(StepFigures.WITH_GUARANTEES, ComposedFactory.NAME, effort, true));
        kinds.add(new Kind("max-min", MaxMin.class, "allocate", Map.of()));
        kinds.add(new Kind("gradient", Gradient.class, "product", Map.of()));
        return kinds;
    }

    private static Kind step(String name, String optimizer, Effort effort, boolean guarantees) {
        return new Kind(
                name,
                ControlStep.class,
                "step",
                Map.of(
                        "optimizer",
                        optimizer,
                        "settling",
                        String.valueOf(effort.settling()),
                        "guarantees",
                        String.valueOf(guarantees)));
    }

    private static StepMeasurement measure(Kind kind, int pipes, int pathLength, Effort effort) throws BenchException {
        String method = kind.benchmark().getName() + "." + kind.method();
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(method) + "$")
                .param("pipes", String.valueOf(pipes))
                .forks(1)
                .warmupIterations(effort.warmups())
                .warmupTime(effort.each())
                .measurementIterations(effort.iterations())
                .measurementTime(effort.each())
                .addProfiler(GCProfiler.class)
                .addProfiler(ProcessorTime.class)
                .jvmArgs(JVM_OPTIONS)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        kind.parameters().forEach(options::param);
        try {
            RunResult result = new Runner(options.build()).runSingle();
            List<IterationResult> iterations = result.getBenchmarkResults().stream()
                    .flatMap(fork -> fork.getIterationResults().stream())
                    .toList();
            Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
            if (allocated == null) {
                throw new BenchException("JMH did not count what a step allocates; is this another JVM than OpenJDK?");
            }
            return new StepMeasurement(
                    kind.name(),
                    pipes,
                    pathLength,
                    median(iterations, each -> each.getSecondaryResults().get(ProcessorTime.LABEL)),
                    median(iterations, IterationResult::getPrimaryResult),
                    allocated.getScore());
        } catch (RunnerException e) {
            throw new BenchException(
                    kind.name() + " with " + pipes + " pipes cannot be measured (" + e.getMessage() + ")", e);
        }
    }

    private static double median(List<IterationResult> iterations, Function<IterationResult, Result<?>> which) {
        return Median.of(iterations.stream()
                .mapToDouble(iteration -> which.apply(iteration).getScore())
                .toArray());
    }
}
