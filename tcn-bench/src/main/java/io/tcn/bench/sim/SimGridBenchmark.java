// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.Scratch;
import io.tcn.bench.jmh.PlainClassPath;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import io.tcn.bench.report.Median;
import io.tcn.core.topology.Topology;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The same flows over the links of ESnet6 in SimGrid and in TCN's fluid network: do they end at the same times,
/// and how long does each take?
public final class SimGridBenchmark implements Benchmark {
    private static final long NEEDED_BYTES = 64L << 20;
    private static final long SEED = 1;
    private static final double MOST_DIFFERENCE = 0.01;
    private static final double LEAST_RATIO = 20;
    private static final int AIMED_FLOWS = 10_000;

    /// The quick compiler alone: the run is over before the thorough one has paid off.
    private static final List<String> JVM_OPTIONS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /// A workload.
    ///
    /// @param flows how many
    /// @param withLatency whether links have latencies
    private record Case(int flows, boolean withLatency) {
        String inWords() {
            return String.format(Locale.ROOT, "%,d flows%s", flows, withLatency ? " with latency" : "")
                    .replace(',', ' ');
        }
    }

    @Override
    public String name() {
        return "simgrid";
    }

    @Override
    public String question() {
        return "Do flows end at the same times as in SimGrid, and how much sooner is the answer there?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws BenchException, InterruptedException {
        List<Case> cases = settings.quick()
                ? List.of(new Case(1_000, false))
                : List.of(new Case(1_000, false), new Case(AIMED_FLOWS, false), new Case(1_000, true));
        try (Scratch scratch = Scratch.in(settings.folder(), NEEDED_BYTES);
                PlainClassPath _ = PlainClassPath.open(settings.folder())) {
            Path folder = scratch.newFolder("simgrid");
            Optional<SimGridDriver> driver = SimGridDriver.compile(folder);
            if (driver.isEmpty()) {
                String why = "skipped: g++ or SimGrid is missing (Debian: apt-get install g++ libsimgrid-dev)";
                return new BenchResult(List.of(), List.of(why), Map.of("skipped", why));
            }
            Topology topology = new ScenarioReader().readTopology("esnet6-2026");
            List<Figure> figures = new ArrayList<>();
            for (Case each : cases) {
                progress.at(each.inWords());
                compare(each, topology, driver.get(), folder, settings.rounds(), figures);
            }
            return BenchResult.of(figures);
        } catch (IOException | InvalidScenarioException e) {
            throw new BenchException("the flows cannot be made (" + e + ")", e);
        }
    }

    private static void compare(
            Case each, Topology topology, SimGridDriver driver, Path folder, int rounds, List<Figure> figures)
            throws BenchException, InterruptedException, IOException {
        Path flows = folder.resolve("flows.txt");
        Path ends = folder.resolve("ends.txt");
        FlowCases.of(topology, each.flows(), each.withLatency(), SEED).write(flows);
        List<FlowRun> simGrid = new ArrayList<>();
        List<FlowRun> tcn = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            simGrid.add(FlowRun.of(driver.command(flows, ends), ends));
            tcn.add(FlowRun.of(command(flows, ends), ends));
        }
        double worst = FlowRun.worstDifference(tcn.getFirst(), simGrid.getFirst());
        double simGridWall =
                median(simGrid.stream().mapToDouble(FlowRun::wallSeconds).toArray());
        double tcnWall = median(tcn.stream().mapToDouble(FlowRun::wallSeconds).toArray());
        String prefix = each.inWords() + ": ";
        boolean aimed = each.flows() == AIMED_FLOWS;
        figures.add(new Figure(prefix + "worst difference of an end", worst, "", Aim.atMost(MOST_DIFFERENCE)));
        figures.add(new Figure(
                prefix + "SimGrid / TCN, wall time",
                simGridWall / tcnWall,
                "",
                aimed ? Aim.atLeast(LEAST_RATIO) : null));
        figures.add(Figure.of(prefix + "SimGrid, wall time", simGridWall, "s"));
        figures.add(Figure.of(prefix + "TCN, wall time", tcnWall, "s"));
        figures.add(Figure.of(
                prefix + "of it starting the JVM and writing",
                median(tcn.stream().mapToDouble(FlowRun::otherSeconds).toArray()),
                "s"));
        figures.add(Figure.of(
                prefix + "of it reading the file",
                median(tcn.stream().mapToDouble(FlowRun::readingSeconds).toArray()),
                "s"));
        figures.add(Figure.of(
                prefix + "of it the simulation",
                median(tcn.stream().mapToDouble(FlowRun::runningSeconds).toArray()),
                "s"));
    }

    private static double median(double[] values) {
        return Median.of(values);
    }

    private static List<String> command(Path flows, Path ends) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(JVM_OPTIONS);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), FluidFlows.class.getName()));
        line.addAll(List.of(flows.toString(), ends.toString()));
        return line;
    }
}
