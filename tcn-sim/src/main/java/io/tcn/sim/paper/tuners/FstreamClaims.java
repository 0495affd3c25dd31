// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.paper.tuners;

import static io.tcn.sim.paper.tuners.TunerClaim.atMost;
import static io.tcn.sim.paper.tuners.TunerClaim.missing;
import static io.tcn.sim.paper.tuners.TunerClaim.near;
import static io.tcn.sim.paper.tuners.TunerClaim.within;

import io.tcn.core.optimizer.fstream.DynamicHeuristic;
import io.tcn.core.optimizer.fstream.StreamTuner;
import io.tcn.core.optimizer.fstream.ThroughputModel;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.rules.GlobusRules;
import io.tcn.sim.tuning.BestStatic;
import io.tcn.sim.tuning.ChannelJob;
import io.tcn.sim.tuning.Datasets;
import io.tcn.sim.tuning.FileBatch;
import io.tcn.sim.tuning.Job;
import io.tcn.sim.tuning.JobSeries;
import io.tcn.sim.tuning.Replay;
import io.tcn.sim.tuning.Testbed;
import io.tcn.sim.tuning.Testbeds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// What FStream++'s paper claims.
final class FstreamClaims {
    private static final double G = 1e9;
    private static final String SYNTHETIC = ", workloads 1-4";
    private static final int WORKLOADS = 4;
    private static final Testbed STAMPEDE = Testbeds.STAMPEDE2_EXPANSE;

    private static final String BATCHES =
            "how many bytes and files a batch holds is not said, and with it how long tasks run side by side; 100 GB each";

    private FstreamClaims() {}

    static List<TunerClaim> all() {
        List<TunerClaim> claims = new ArrayList<>(compared());
        claims.addAll(speed());
        claims.addAll(targets());
        return claims;
    }

    private static List<TunerClaim> compared() {
        List<TunerClaim> claims = new ArrayList<>();
        claims.add(near(
                        "4.1, fig. 4a",
                        "FStream++ over Globus, the best workload",
                        STAMPEDE.name() + SYNTHETIC,
                        3.6,
                        "times",
                        seed -> bestOver(STAMPEDE, StreamTuner::plusPlus, seed))
                .remarked(BATCHES));
        double[] overHeuristic = {2.6, 1.83, 2.0};
        List<Testbed> testbeds = List.of(STAMPEDE, Testbeds.OSG_STAMPEDE2, Testbeds.OSG_EXPANSE);
        for (int k = 0; k < testbeds.size(); k++) {
            Testbed testbed = testbeds.get(k);
            claims.add(within(
                    "4.1, fig. 4",
                    "FStream++ over FStream, the best workload",
                    testbed.name() + SYNTHETIC,
                    "1.20-1.25",
                    "times",
                    1.1,
                    1.35,
                    seed -> best(testbed, StreamTuner::plusPlus, StreamTuner::fstream, seed)));
            claims.add(near(
                            "4.1, fig. 4",
                            "FStream over Dynamic-H, the best workload",
                            testbed.name() + SYNTHETIC,
                            overHeuristic[k],
                            "times",
                            seed -> best(testbed, StreamTuner::fstream, DynamicHeuristic::new, seed))
                    .remarked(BATCHES
                            + "; by equation 1 Dynamic-H moves one large file at a time, which has 5.5 Gbit/s, and"
                            + " 30 over the paper's 2.6 would be 11.5"));
        }
        return claims;
    }

    private static double best(Testbed testbed, Supplier<JobTuner> one, Supplier<JobTuner> other, long seed) {
        double most = 0;
        for (int workload = 1; workload <= WORKLOADS; workload++) {
            List<FileBatch> batches = Datasets.workload(workload);
            most = Math.max(
                    most,
                    Trials.wholeBps(testbed, batches, one.get(), seed)
                            / Trials.wholeBps(testbed, batches, other.get(), seed));
        }
        return most;
    }

    private static double bestOver(Testbed testbed, Supplier<JobTuner> one, long seed) {
        double most = 0;
        for (int workload = 1; workload <= WORKLOADS; workload++) {
            List<FileBatch> batches = Datasets.workload(workload);
            most = Math.max(
                    most, Trials.wholeBps(testbed, batches, one.get(), seed) / globusBps(testbed, batches, seed));
        }
        return most;
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
            bits += 8
                    * own.stream()
                            .mapToDouble(batch -> batch.files() * batch.fileBytes())
                            .sum();
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
        return List.of(
                atMost(
                        "4.1, fig. 6",
                        "FStream++ reaches 30 Gbit/s",
                        "Stampede2-Expanse, endless",
                        50,
                        "s",
                        seed -> Trials.alone(STAMPEDE, StreamTuner.plusPlus(), seed)
                                .reaches(30 * G, Trials.WINDOW)),
                near(
                                "4.1, fig. 6",
                                "FStream reaches 30 Gbit/s",
                                "Stampede2-Expanse, endless",
                                100,
                                "s",
                                seed -> Trials.alone(STAMPEDE, StreamTuner.fstream(), seed)
                                        .reaches(30 * G, Trials.WINDOW))
                        .remarked(
                                "the text counts five steps of 12 s from 1 to 16 files, 60 s; the figure's 100 s are eight,"
                                        + " and doubling has no more than six up to 40 files"),
                near(
                                "4.1, fig. 6",
                                "throughput in the end",
                                "Stampede2-Expanse, endless",
                                35,
                                "Gbit/s",
                                seed -> Trials.last(Trials.alone(STAMPEDE, StreamTuner.plusPlus(), seed)) / G)
                        .beside(() ->
                                BestStatic.ofAll(STAMPEDE, Datasets.endless()).throughputBps() / G));
    }

    private static final String SEEN =
            "which files were moved and which concurrencies had been seen before the change is not told; a search from one"
                    + " file takes two or three steps of 12 s to 20 Gbit/s, the figure has four and seven";

    private static List<TunerClaim> targets() {
        List<TunerClaim> claims = new ArrayList<>();
        for (int gbps : new int[] {8, 12, 20}) {
            claims.add(
                    within(
                                    "4.2, fig. 7",
                                    "a wanted " + gbps + " Gbit/s: time within 10 %, after 50 s",
                                    "Stampede2-Expanse",
                                    "all",
                                    "%",
                                    90,
                                    100,
                                    seed -> 100 * kept(gbps * G, seed))
                            .remarked(
                                    "one, two and three large files at a time have 4.9, 9.1 and 12.8 Gbit/s here (5 to 6 and 10"
                                            + " to 11 in section 4.2), so that 8 lies between two steps, as the paper says of LCLS, and"
                                            + " 12 at the edge of one; sizes and amounts of the files of figure 7 are not told"));
        }
        claims.add(atMost(
                "4.4, fig. 10",
                "6 to 20 Gbit/s by the cube root",
                "Stampede2-Expanse",
                20,
                "s",
                seed -> changed(StreamTuner.plusPlus(), 6, 20, seed)));
        claims.add(near(
                        "4.4, fig. 10",
                        "6 to 20 Gbit/s by match-action",
                        "Stampede2-Expanse",
                        45,
                        "s",
                        seed -> changed(StreamTuner.fstream(), 6, 20, seed))
                .remarked(SEEN));
        claims.add(near(
                        "4.4, fig. 10",
                        "6 to 20 Gbit/s by a / cc",
                        "Stampede2-Expanse",
                        80,
                        "s",
                        seed -> changed(
                                new StreamTuner(StreamTuner.Method.PLUS_PLUS, ThroughputModel.INVERSE), 6, 20, seed))
                .remarked(SEEN + "; at 6 Gbit/s one file was enough here, so that no model has two points to go by"));
        claims.add(atMost(
                "4.4, fig. 10",
                "20 to 9 Gbit/s by the cube root",
                "Stampede2-Expanse",
                40,
                "s",
                seed -> changed(StreamTuner.plusPlus(), 20, 9, seed)));
        claims.add(near(
                        "4.4, fig. 10",
                        "20 to 9 Gbit/s by match-action",
                        "Stampede2-Expanse",
                        80,
                        "s",
                        seed -> changed(StreamTuner.fstream(), 20, 9, seed))
                .remarked(
                        "the paper waits for running files before it closes a channel, and does not say how large they"
                                + " were: one of 1 GB at 4 Gbit/s has ended after 2 s, one of the 13 GB of LCLS after 26; here"
                                + " channels close at once"));
        claims.add(missing(
                "4.3, fig. 8",
                "15 Gbit/s kept under added traffic",
                "Stampede2-Expanse",
                "close to 15",
                "the amount and the streams of the added memory-to-memory transfer"));
        claims.add(missing(
                "4.1, fig. 4",
                "SRA and LCLS workloads",
                "three pairs of sites",
                "up to 2 over Globus",
                "sizes and counts of the files of the samples that were drawn"));
        return claims;
    }

    private static final int SETTLED = 50;
    private static final int LOOK = 10;
    private static final double NARROW = 0.1;

    /// The part of the ten-second means within 10 % of a target.
    private static double kept(double bps, long seed) {
        StreamTuner tuner = StreamTuner.plusPlus();
        tuner.wants(bps);
        JobSeries series = Trials.alone(STAMPEDE, tuner, seed);
        int within = 0;
        int looks = 0;
        for (int k = SETTLED; k + LOOK <= Trials.SECONDS; k += LOOK) {
            looks++;
            within += Math.abs(series.meanBps(k, k + LOOK) / bps - 1) <= NARROW ? 1 : 0;
        }
        return within / (double) looks;
    }

    private static final int CHANGE = 200;
    private static final int AFTER = 200;

    /// How long after a change of the target the throughput is within 10 % of it for the first time.
    private static double changed(StreamTuner tuner, int fromGbps, int toGbps, long seed) {
        tuner.wants(fromGbps * G);
        Changing changing = new Changing(tuner, CHANGE, toGbps * G);
        ChannelJob job = ChannelJob.of("job", STAMPEDE, Datasets.endless(), changing);
        JobSeries series = Replay.alone(STAMPEDE, job, CHANGE + AFTER, seed);
        for (int k = CHANGE + Trials.WINDOW; k <= CHANGE + AFTER; k++) {
            if (Math.abs(series.meanBps(k - Trials.WINDOW, k) / (toGbps * G) - 1) <= NARROW) {
                return k - CHANGE;
            }
        }
        return Double.NaN;
    }
}
