// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.core;

import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.report.Figure;
import io.tcn.bench.report.Median;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.tcn.ZeroOrderFactory;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.WeightedMaxMin;
import io.tcn.core.utility.SumUtility;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Times the two computations whose cost grows with the network: a max-min allocation, of which the simulator makes
/// one per event, and a decision of the zero-order optimizer, of which the control loop makes one per interval. Inputs
/// are random but the same in every run.
public final class StepBenchmark implements Benchmark {
    private static final List<Integer> PIPES = List.of(10, 1_000, 100_000);
    private static final Duration AT_LEAST = Duration.ofMillis(500);
    private static final long SEED = 1;
    private static final int BOUNDS = 10;

    @Override
    public String name() {
        return "step";
    }

    @Override
    public String question() {
        return "How long do one max-min allocation and one zero-order decision take?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) {
        List<Figure> figures = new ArrayList<>();
        for (int pipes : PIPES) {
            String name = TestPipes.inWords(pipes) + " pipes: ";
            progress.at(name + "max-min allocation");
            figures.addAll(figures(name + "max-min allocation", settings.rounds(), maxMin(pipes)));
            progress.at(name + "zero-order decision");
            figures.addAll(figures(name + "zero-order decision", settings.rounds(), zeroOrder(pipes)));
        }
        return BenchResult.of(figures);
    }

    private static List<Figure> figures(String name, int rounds, Runnable step) {
        List<Stopwatch> times = IntStream.range(0, rounds)
                .mapToObj(round -> Stopwatch.time(step, AT_LEAST))
                .toList();
        return List.of(
                Figure.of(
                        name,
                        Median.of(times.stream()
                                .mapToDouble(Stopwatch::medianMicros)
                                .toArray()),
                        "us"),
                Figure.of(
                        name + ", allocated",
                        Median.of(times.stream().mapToDouble(Stopwatch::bytes).toArray()),
                        "B"));
    }

    /// Pipes between random sites, about the square root of their number of them. Every site has a storage and a link
    /// in each direction, all of different capacity.
    static Runnable maxMin(int pipes) {
        RandomGenerator random = new Random(SEED);
        int sites = Math.max(4, (int) Math.sqrt(pipes));
        int[][] paths = new int[pipes][];
        for (int i = 0; i < pipes; i++) {
            int from = random.nextInt(sites);
            int to = (from + 1 + random.nextInt(sites - 1)) % sites;
            // Per site: storage out, link out, link in, storage in.
            paths[i] = new int[] {4 * from, 4 * from + 1, 4 * to + 2, 4 * to + 3};
        }
        int resources = 4 * sites;
        double[] capacityBps = random.doubles(resources, 10e9, 400e9).toArray();
        double[] unlimited = filled(resources, Double.POSITIVE_INFINITY);
        FlowNetwork network = new FlowNetwork(paths, capacityBps, unlimited, new double[resources], filled(pipes, 2e9));
        WeightedMaxMin solver = new WeightedMaxMin(network);
        double[] weights = random.ints(pipes, 1, 65).asDoubleStream().toArray();
        double[] ratesBps = new double[pipes];
        return () -> solver.allocate(weights, ratesBps);
    }

    /// Busy pipes under a few bounds; every observation differs from the last, as in life.
    static Runnable zeroOrder(int pipes) {
        Random random = new Random(SEED);
        Optimizer optimizer =
                new ZeroOrderFactory(ZeroOrderSettings.DEFAULT, new SumUtility()).create(new Random(SEED + 1));
        Instant start = Instant.EPOCH;
        List<Pipe> all = TestPipes.of(pipes);
        List<Constraint> bounds = bounds(pipes);
        List<Observation> observations = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<PipeObservation> seen = new ArrayList<>(pipes);
            for (Pipe pipe : all) {
                int active = random.nextInt(8, 65);
                double throughputBps = active * random.nextDouble(0.5e9, 1.5e9);
                seen.add(new PipeObservation(
                        pipe,
                        active,
                        active,
                        active,
                        active,
                        100,
                        (long) throughputBps,
                        throughputBps,
                        0,
                        5,
                        0,
                        5,
                        0,
                        0,
                        5,
                        10));
            }
            observations.add(new Observation(
                    i + 1, start, Duration.ofSeconds(10), seen, NetworkMapSnapshot.empty(start), bounds));
        }
        int[] next = {0};
        return () -> {
            var _ = optimizer.decide(observations.get(next[0]));
            next[0] = (next[0] + 1) % observations.size();
        };
    }

    private static List<Constraint> bounds(int pipes) {
        int count = Math.min(BOUNDS, pipes);
        return IntStream.range(0, count)
                .mapToObj(bound -> Constraint.bound(
                        TestPipes.USER,
                        ResourceId.of("link-" + bound),
                        30e9 * pipes / count,
                        IntStream.range(0, pipes)
                                .filter(pipe -> pipe % count == bound)
                                .toArray()))
                .toList();
    }

    private static double[] filled(int length, double value) {
        double[] array = new double[length];
        Arrays.fill(array, value);
        return array;
    }
}
