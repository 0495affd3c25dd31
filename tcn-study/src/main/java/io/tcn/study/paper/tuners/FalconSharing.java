// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import static io.tcn.study.paper.tuners.TunerClaim.atLeast;
import static io.tcn.study.paper.tuners.TunerClaim.atMost;
import static io.tcn.study.paper.tuners.TunerClaim.near;
import static io.tcn.study.paper.tuners.TunerClaim.within;

import io.tcn.core.optimizer.falcon.FalconCentralOptimizer;
import io.tcn.core.optimizer.falcon.FalconJobTuner;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.optimizer.falcon.GradientDescentSearch;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.utility.SumUtility;
import io.tcn.study.tuning.AssignedTuner;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.OptimizedJobs;
import io.tcn.study.tuning.Replay;
import io.tcn.study.tuning.Testbed;
import io.tcn.study.tuning.Testbeds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/// What Falcon's paper claims of several jobs at once, each by itself and centrally.
final class FalconSharing {
    private static final double G = 1e9;
    private static final String FILES = "files";
    private static final double EVEN = 0.95;

    private FalconSharing() {}

    static List<TunerClaim> competing() {
        List<TunerClaim> claims = new ArrayList<>();
        for (Testbed testbed : List.of(Testbeds.EMULAB, Testbeds.HPCLAB, Testbeds.XSEDE)) {
            for (int jobs = 2; jobs <= 3; jobs++) {
                int count = jobs;
                claims.add(fair(
                        "5.2, fig. 9",
                        jobs + " competing jobs share fairly",
                        testbed.name(),
                        seed -> Trials.jain(competition(testbed, count, seed).sharesBps(count))));
            }
        }
        Testbed emulab = Testbeds.EMULAB;
        claims.add(
                each(Testbeds.HPCLAB, 2, 12, 13)
                        .remarked(
                                "the equilibrium of equation 4 is at about 16 files each, and with 32 the storage of figure 3b"
                                        + " has lost a fifth; 12 to 13 are what it gives to 20 files, which no equation asks for"));
        claims.add(each(Testbeds.HPCLAB, 3, 7, 8)
                .remarked(
                        "just below it: the equilibrium is at about 18 files each, with which the storage of figure 3b"
                                + " gives 16 Gbit/s; 7 to 8 are what it gives to 25 to 36 files"));
        claims.add(each(Testbeds.XSEDE, 3, 2.5, 3)
                .remarked("2.5 to 3 are 7.5 to 9 together; here three searches hold more files than one, and the link"
                        + " of 10 Gbit/s is full"));
        claims.add(within(
                        "5.2, fig. 10",
                        "files of each of two jobs",
                        "Emulab",
                        "20-33",
                        FILES,
                        20,
                        33,
                        seed -> competition(emulab, 2, seed).meanConnections(2))
                .beside(() -> Trials.bestFiles(emulab) / 2));
        claims.add(within(
                        "5.2, fig. 10",
                        "files of each of three jobs",
                        "Emulab",
                        "10-23",
                        FILES,
                        10,
                        23,
                        seed -> competition(emulab, 3, seed).meanConnections(3))
                .beside(() -> Trials.bestFiles(emulab) / 3)
                .remarked(
                        "the equilibrium of equation 4 is at 2 / (3 ln K) = 34 files each; jobs that happen to move together"
                                + " see no gain of more files and come down towards 17. How far apart they start is not told; up to"
                                + " 10 s out of step here"));
        claims.add(within(
                        "5.5, fig. 13",
                        "files beside Globus and HARP",
                        "Stampede2-Expanse",
                        "16-18",
                        FILES,
                        16,
                        18,
                        seed -> beside(seed)[0])
                .remarked("14 to 19 in the ten runs, about the number from which one file more brings less than 2 %;"
                        + " the storages are those of FStream++, and what the sites' had then is not told"));
        claims.add(within(
                        "5.5",
                        "what it takes from the others",
                        "Stampede2-Expanse",
                        "15-20",
                        "%",
                        15,
                        20,
                        seed -> beside(seed)[1])
                .remarked(
                        "with how many streams Globus and HARP moved each file is not told, and the sites' storages had"
                                + " 28 Gbit/s then; one stream a file and the 36 of FStream++ here"));
        return claims;
    }

    private static TunerClaim fair(String where, String says, String setting, LongToDoubleFunction jain) {
        return atLeast(where, says, setting, EVEN, "Jain", jain).printed("fair");
    }

    private static TunerClaim each(Testbed testbed, int jobs, double from, double to) {
        return within(
                        "5.2, fig. 9",
                        "each of " + (jobs == 2 ? "two" : "three") + " jobs",
                        testbed.name(),
                        TunerClaim.text(from) + "-" + TunerClaim.text(to),
                        "Gbit/s",
                        from,
                        to,
                        seed -> competition(testbed, jobs, seed).meanBps(jobs) / G)
                .beside(() -> Trials.bestGbps(testbed) / jobs);
    }

    private static Competition competition(Testbed testbed, int jobs, long seed) {
        return Competition.of(testbed, jobs, _ -> FalconJobTuner.usual(), seed);
    }

    /// Files of Falcon, and what the others lose in per cent, where it joins a job with two files and one with
    /// eleven.
    private static double[] beside(long seed) {
        Testbed testbed = Testbeds.STAMPEDE2_EXPANSE;
        int alone = 120;
        int together = 300;
        List<ChannelJob> jobs = List.of(
                job(testbed, Trials.fixed(2), 0),
                job(testbed, Trials.fixed(11), 0),
                job(testbed, FalconJobTuner.usual(), alone));
        Replay.of(testbed, jobs, seed).run(alone + together);
        double before = 0;
        double after = 0;
        for (ChannelJob other : jobs.subList(0, 2)) {
            before += other.series().meanBps(alone / 2, alone);
            after += other.series().meanBps(alone + together / 2, alone + together);
        }
        double files = jobs.get(2).series().meanConnections(alone + together / 2, alone + together);
        return new double[] {files, 100 * (1 - after / before)};
    }

    private static ChannelJob job(Testbed testbed, JobTuner tuner, double joins) {
        return new ChannelJob(
                "job",
                testbed,
                Datasets.endless(),
                tuner,
                0,
                joins,
                Double.POSITIVE_INFINITY,
                Double.POSITIVE_INFINITY);
    }

    static List<TunerClaim> central() {
        Testbed esnet = Testbeds.ESNET;
        return List.of(
                near(
                                "5.7.1, fig. 16",
                                "one job by itself converges",
                                "ESnet",
                                10,
                                "s",
                                seed -> Trials.converged(Trials.alone(esnet, FalconJobTuner.usual(), seed)))
                        .remarked("two samples of 5 s; from two files the search has 90 % with the fourth (2, 3, 9, 12"
                                + " files), and section 5.6 has 15 s for one job in the same network"),
                near(
                                "5.7.1, fig. 16",
                                "one job that is tuned centrally converges",
                                "ESnet",
                                10,
                                "s",
                                seed -> Trials.converged(
                                        central(esnet, 1, seed).getFirst().series()))
                        .remarked("two samples of 5 s; from two files the search has 90 % with the fourth (2, 3, 9, 12"
                                + " files), and section 5.6 has 15 s for one job in the same network"),
                atMost(
                                "5.7.1, fig. 17",
                                "variation of throughput, central over decentral",
                                "ESnet, three jobs",
                                1 - TunerClaim.TOLERANCE,
                                "times",
                                seed -> variation(true, seed) / variation(false, seed))
                        .printed("less"),
                fair(
                        "5.7.1, fig. 17",
                        "three central jobs share fairly",
                        "ESnet",
                        seed -> Trials.jain(shares(central(esnet, 3, seed)))),
                near(
                                "5.7.1, fig. 17c",
                                "share of a job beside two that are tuned centrally",
                                "ESnet",
                                0.5,
                                "of all",
                                FalconSharing::besideCentral)
                        .printed("half"),
                within(
                                "5.7.2, fig. 18",
                                "a token's limit of 5 Gbit/s",
                                "ESnet, three jobs",
                                "5",
                                "Gbit/s",
                                4.75,
                                5.25,
                                seed -> limited(seed)[0])
                        .remarked("the limit is exact in the model; the paper holds it by letting threads sleep"),
                fair("5.7.2, fig. 18", "the others share fairly", "ESnet, three jobs", seed -> limited(seed)[1]));
    }

    private static final int CENTRAL_SECONDS = 300;
    private static final double SAMPLE_SECONDS = 5;
    private static final double FILE_BYTES = 1e9;

    private static List<ChannelJob> central(Testbed testbed, int count, long seed) {
        List<OptimizedJobs.Member> members = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            AssignedTuner tuner = new AssignedTuner();
            members.add(new OptimizedJobs.Member(job(testbed, tuner, 0), tuner));
        }
        List<ChannelJob> jobs = members.stream().map(OptimizedJobs.Member::job).toList();
        run(testbed, jobs, members, seed);
        return jobs;
    }

    private static void run(Testbed testbed, List<ChannelJob> jobs, List<OptimizedJobs.Member> members, long seed) {
        OptimizedJobs group = new OptimizedJobs(
                testbed,
                members,
                new FalconCentralOptimizer(new GradientDescentSearch(), FalconUtility.usual(), new SumUtility()),
                SAMPLE_SECONDS,
                FalconJobTuner.MOST,
                FILE_BYTES);
        new Replay(testbed, List.of(testbed.read()), List.of(testbed.write()), jobs, List.of(group), List.of(), seed)
                .run(CENTRAL_SECONDS);
    }

    private static double[] shares(List<ChannelJob> jobs) {
        return jobs.stream()
                .mapToDouble(job -> job.series().meanBps(CENTRAL_SECONDS / 2, CENTRAL_SECONDS))
                .toArray();
    }

    private static double variation(boolean isCentral, long seed) {
        List<ChannelJob> jobs = isCentral ? central(Testbeds.ESNET, 3, seed) : decentral(Testbeds.ESNET, seed);
        return jobs.stream()
                .mapToDouble(job -> job.series().variation(CENTRAL_SECONDS / 2, CENTRAL_SECONDS))
                .average()
                .orElse(Double.NaN);
    }

    private static List<ChannelJob> decentral(Testbed testbed, long seed) {
        List<ChannelJob> jobs = List.of(
                job(testbed, FalconJobTuner.usual(), 0),
                job(testbed, FalconJobTuner.usual(), Competition.offsetSeconds(seed, 1)),
                job(testbed, FalconJobTuner.usual(), Competition.offsetSeconds(seed, 2)));
        Replay.of(testbed, jobs, seed).run(CENTRAL_SECONDS);
        return jobs;
    }

    private static double besideCentral(long seed) {
        Testbed testbed = Testbeds.ESNET;
        ChannelJob alone = job(testbed, FalconJobTuner.usual(), 0);
        List<OptimizedJobs.Member> members = new ArrayList<>();
        List<ChannelJob> jobs = new ArrayList<>(List.of(alone));
        for (int k = 0; k < 2; k++) {
            AssignedTuner tuner = new AssignedTuner();
            members.add(new OptimizedJobs.Member(job(testbed, tuner, 0), tuner));
            jobs.add(members.getLast().job());
        }
        run(testbed, jobs, members, seed);
        double[] shares = shares(jobs);
        return shares[0] / (shares[0] + shares[1] + shares[2]);
    }

    /// What a job with a limit of 5 Gbit/s gets beside two without, in Gbit/s, and how fair those are to each
    /// other.
    private static double[] limited(long seed) {
        Testbed testbed = Testbeds.ESNET;
        List<ChannelJob> jobs = List.of(
                new ChannelJob(
                        "limited",
                        testbed,
                        Datasets.endless(),
                        FalconJobTuner.usual(),
                        0,
                        0,
                        Double.POSITIVE_INFINITY,
                        5 * G),
                job(testbed, FalconJobTuner.usual(), 0),
                job(testbed, FalconJobTuner.usual(), 0));
        Replay.of(testbed, jobs, seed).run(CENTRAL_SECONDS);
        double[] shares = shares(jobs);
        return new double[] {shares[0] / G, Trials.jain(shares[1], shares[2])};
    }
}
