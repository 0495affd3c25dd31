// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import static io.tcn.study.paper.tuners.TunerClaim.atMost;
import static io.tcn.study.paper.tuners.TunerClaim.gain;
import static io.tcn.study.paper.tuners.TunerClaim.near;
import static io.tcn.study.paper.tuners.TunerClaim.within;

import io.tcn.core.optimizer.fstream.DynamicHeuristic;
import io.tcn.core.optimizer.fstream.StreamTuner;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.rules.GlobusRules;
import io.tcn.study.tuning.BestStatic;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.FileBatch;
import io.tcn.study.tuning.Job;
import io.tcn.study.tuning.JobSeries;
import io.tcn.study.tuning.Replay;
import io.tcn.study.tuning.Testbed;
import io.tcn.study.tuning.Testbeds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What FStream++'s paper claims.
final class FstreamClaims {
    private static final double G = 1e9;
    private static final String SYNTHETIC = ", workloads 1-4";
    private static final Testbed STAMPEDE = Testbeds.STAMPEDE2_EXPANSE;

    private static final String FIGURE = "4.1, fig. 4";

    private static final String BATCHES =
            "how many bytes and files a batch holds is not said, and with it how long tasks run side by side; 100 GB each,"
                    + " with which all large files can be through at 120 s and 210 s, as the text of figure 7 has it";

    private static final String HEURISTIC =
            "; by equation 1 Dynamic-H moves one large file at a time, which has 5.5 Gbit/s, and 30 over the paper's 2.6"
                    + " would be 11.5";

    private static final String FOUR = "; Globus has four files at a time in each of up to three tasks";

    private static final String GLOBUS_THERE =
            "; Globus's setting is told for Stampede2-Expanse only, and stands for this pair, too";

    private FstreamClaims() {}

    static List<TunerClaim> all() {
        List<TunerClaim> claims = new ArrayList<>(compared());
        claims.addAll(speed());
        claims.addAll(FstreamTargets.all());
        return claims;
    }

    private static List<TunerClaim> compared() {
        List<TunerClaim> claims = new ArrayList<>();
        StillBatches still = new StillBatches();
        claims.add(overGlobus(still, STAMPEDE, "FStream++", StreamTuner::plusPlus, 3.6));
        claims.add(over(
                        still,
                        STAMPEDE,
                        "FStream++ over Dynamic-H",
                        3.1,
                        new Pair(StreamTuner::plusPlus, DynamicHeuristic::new))
                .remarked(BATCHES + HEURISTIC));
        double[] ofFstream = {2.6, 1.83, 2.0};
        double[] ofHeuristic = {1.9, 1.7, 1.4};
        List<Testbed> testbeds = List.of(STAMPEDE, Testbeds.OSG_STAMPEDE2, Testbeds.OSG_EXPANSE);
        for (int k = 0; k < testbeds.size(); k++) {
            Testbed testbed = testbeds.get(k);
            Pair methods = new Pair(StreamTuner::plusPlus, StreamTuner::fstream);
            claims.add(within(
                            FIGURE,
                            "FStream++ over FStream, the best workload",
                            testbed.name() + SYNTHETIC,
                            "1.20-1.25",
                            "times",
                            1.2,
                            1.25,
                            seed -> best(testbed, methods, seed))
                    .beside(() -> still.over(testbed, batches -> wholeBps(testbed, batches, StreamTuner.fstream())))
                    .remarked("off by some hundredths; the abstract has 1.24, of means of five transfers in networks of"
                            + " others"));
            claims.add(over(
                            still,
                            testbed,
                            "FStream over Dynamic-H",
                            ofFstream[k],
                            new Pair(StreamTuner::fstream, DynamicHeuristic::new))
                    .remarked(BATCHES + HEURISTIC));
            claims.add(overGlobus(still, testbed, "Dynamic-H", DynamicHeuristic::new, ofHeuristic[k]));
        }
        return claims;
    }

    /// Two ways of moving a job.
    private record Pair(Supplier<JobTuner> one, Supplier<JobTuner> other) {}

    private static TunerClaim over(StillBatches still, Testbed testbed, String says, double times, Pair pair) {
        return gain(
                        FIGURE,
                        says + ", the best workload",
                        testbed.name() + SYNTHETIC,
                        times,
                        seed -> best(testbed, pair, seed))
                .beside(() -> still.over(
                        testbed,
                        batches -> wholeBps(testbed, batches, pair.other().get())));
    }

    private static TunerClaim overGlobus(
            StillBatches still, Testbed testbed, String name, Supplier<JobTuner> one, double times) {
        return gain(
                        FIGURE,
                        name + " over Globus, the best workload",
                        testbed.name() + SYNTHETIC,
                        times,
                        seed -> bestOverGlobus(testbed, one, seed))
                .beside(() -> still.over(testbed, batches -> globusBps(testbed.steady(), batches, 1)))
                .remarked(BATCHES + FOUR + (testbed.equals(STAMPEDE) ? "" : GLOBUS_THERE));
    }

    private static double wholeBps(Testbed testbed, List<FileBatch> batches, JobTuner tuner) {
        return Trials.wholeBps(testbed.steady(), batches, tuner, 1);
    }

    private static double best(Testbed testbed, Pair pair, long seed) {
        return best(batches -> Trials.wholeBps(testbed, batches, pair.one().get(), seed)
                / Trials.wholeBps(testbed, batches, pair.other().get(), seed));
    }

    private static double bestOverGlobus(Testbed testbed, Supplier<JobTuner> one, long seed) {
        return best(batches -> Trials.wholeBps(testbed, batches, one.get(), seed) / globusBps(testbed, batches, seed));
    }

    private static double best(ToDoubleFunction<List<FileBatch>> times) {
        return IntStream.rangeClosed(1, StillBatches.WORKLOADS)
                .mapToObj(Datasets::workload)
                .mapToDouble(times)
                .max()
                .orElse(Double.NaN);
    }

    private static final ClassTuning GLOBUS = new ClassTuning(4, 4, 20);
    private static final int GLOBUS_TASKS = 3;
    private static final double LONGEST_SECONDS = 7200;

    /// Globus takes no new files into a task: each batch is a task of its own, and up to three run side by side.
    private static double globusBps(Testbed testbed, List<FileBatch> batches, long seed) {
        List<ChannelJob> tasks = new ArrayList<>();
        double bits = 0;
        List<Double> times =
                batches.stream().map(FileBatch::atSeconds).distinct().toList();
        for (double at : times) {
            List<FileBatch> own = batches.stream()
                    .filter(batch -> batch.atSeconds() == at)
                    .map(batch -> new FileBatch(0, batch.files(), batch.fileBytes()))
                    .toList();
            bits += FileBatch.bits(own);
            tasks.add(new ChannelJob(
                    "task",
                    testbed,
                    own,
                    new Queued(new GlobusRules(GLOBUS), tasks, GLOBUS_TASKS),
                    0,
                    at,
                    Double.POSITIVE_INFINITY,
                    Double.POSITIVE_INFINITY));
        }
        Replay.of(testbed, tasks, seed).run(LONGEST_SECONDS);
        double last = tasks.stream()
                .map(Job::series)
                .mapToDouble(JobSeries::finishedAtSeconds)
                .max()
                .orElse(Double.NaN);
        return bits / last;
    }

    private static List<TunerClaim> speed() {
        String setting = STAMPEDE.name() + ", workloads 1, 2, 4";
        return List.of(
                atMost(
                                "4.1, fig. 6",
                                "FStream++ reaches 30 Gbit/s, the slowest workload",
                                setting,
                                50,
                                "s",
                                seed -> atThirty(StreamTuner::plusPlus, seed)
                                        .max()
                                        .orElse(Double.NaN))
                        .printed("less than 50"),
                near(
                                "4.1, fig. 6",
                                "FStream reaches 30 Gbit/s, mean",
                                setting,
                                100,
                                "s",
                                seed -> atThirty(StreamTuner::fstream, seed)
                                        .average()
                                        .orElse(Double.NaN))
                        .printed("nearly 100")
                        .remarked(
                                "68 and 69 s with workloads 2 and 4; with workload 1 it never has more than 29 Gbit/s, for"
                                        + " it doubles from 1 to 32 files and goes no further than 40. That takes five steps of 12 s,"
                                        + " the figure's 100 s are eight"),
                near(
                                "4.1, fig. 6",
                                "most of FStream++, the least workload",
                                setting,
                                35,
                                "Gbit/s",
                                seed -> workloads(StreamTuner::plusPlus, seed)
                                                .mapToDouble(Trials::mostBps)
                                                .min()
                                                .orElse(Double.NaN)
                                        / G)
                        .printed("close to 35")
                        .beside(() ->
                                BestStatic.ofAll(STAMPEDE, Datasets.endless()).throughputBps() / G));
    }

    /// Those of figure 6 that the text compares; the third begins with tiny files.
    private static Stream<JobSeries> workloads(Supplier<JobTuner> tuner, long seed) {
        return IntStream.of(1, 2, 4)
                .mapToObj(number -> Trials.whole(STAMPEDE, Datasets.workload(number), tuner.get(), seed));
    }

    private static DoubleStream atThirty(Supplier<JobTuner> tuner, long seed) {
        return workloads(tuner, seed).mapToDouble(series -> series.reaches(30 * G, Trials.WINDOW));
    }
}
