// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import static io.tcn.study.paper.tuners.TunerClaim.near;
import static io.tcn.study.paper.tuners.TunerClaim.within;

import io.tcn.core.optimizer.falcon.FalconJobTuner;
import io.tcn.core.optimizer.marlin.MarlinTuner;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.Job;
import io.tcn.study.tuning.Replay;
import io.tcn.study.tuning.StagedJob;
import io.tcn.study.tuning.Testbed;
import java.util.List;

/// What Marlin's paper claims of two jobs at once.
final class MarlinSharing {
    private MarlinSharing() {}

    private static final int JOINS = 60;
    private static final int TOGETHER = 300;

    static List<TunerClaim> all() {
        String setting = "Emulab, readers of 300 and of 30 Mbit/s share 300";
        return List.of(
                near("4.3, fig. 7b", "share of the smaller of two Marlin jobs", setting, 47, "%", seed -> {
                            double first = shareOfFirst(stagedPair(FAST, SLOW, seed));
                            return 100 * Math.min(first, 1 - first);
                        })
                        .printed("47 (to 53)")
                        .remarked("the first job has the larger share here, the second there"),
                within(
                                "4.3, fig. 7b",
                                "connections of the first of two Marlin jobs",
                                setting,
                                "1-3, mean 2.25",
                                "streams",
                                1,
                                3,
                                seed -> meanConnections(
                                        stagedPair(FAST, SLOW, seed).getFirst()))
                        .remarked(
                                "equation 2 with the summed loss is in balance at three connections each where a queue of 50"
                                        + " packets stands before the link; its queue is not told, and the search goes on beyond"
                                        + " the balance by steps of theta"),
                within(
                        "4.3, fig. 7c",
                        "connections of each of two Marlin jobs",
                        "Emulab, connections of 30 Mbit/s share 300",
                        "5-6",
                        "streams",
                        5,
                        6,
                        seed -> {
                            List<StagedJob> jobs = stagedPair(HELD, HELD, seed);
                            return (meanConnections(jobs.get(0)) + meanConnections(jobs.get(1))) / 2;
                        }),
                near("4.3, fig. 7a", "second Falcon job over the first", setting, 2, "times", seed -> {
                            double first = shareOfFirst(channelPair(seed));
                            return (1 - first) / first;
                        })
                        .remarked(
                                "in equation 4 both jobs gain alike by a further connection once the readers of the second"
                                        + " suffice, so that it leads to 1 to 1; that the first \"does not observe a sufficient"
                                        + " increase\" at five hangs on the loss, and so on the queue of that link, which is not"
                                        + " told"));
    }

    private static double shareOfFirst(List<? extends Job> jobs) {
        double first = jobs.get(0).series().meanBps(JOINS + TOGETHER / 2, JOINS + TOGETHER);
        double second = jobs.get(1).series().meanBps(JOINS + TOGETHER / 2, JOINS + TOGETHER);
        return first / (first + second);
    }

    private static final Testbed FAST = MarlinClaims.emulab(300, 300, 300);
    private static final Testbed SLOW = MarlinClaims.emulab(30, 300, 300);
    private static final Testbed HELD = MarlinClaims.emulab(300, 30, 300);

    private static double meanConnections(StagedJob job) {
        return job.series().meanConnections(JOINS + TOGETHER / 2, JOINS + TOGETHER);
    }

    private static List<StagedJob> stagedPair(Testbed first, Testbed second, long seed) {
        List<StagedJob> jobs = List.of(
                new StagedJob(
                        "first",
                        first,
                        MarlinClaims.ENDLESS_BYTES,
                        MarlinClaims.EMULAB_BUFFER_BYTES,
                        new MarlinTuner(),
                        0,
                        0,
                        Double.POSITIVE_INFINITY),
                new StagedJob(
                        "second",
                        second,
                        MarlinClaims.ENDLESS_BYTES,
                        MarlinClaims.EMULAB_BUFFER_BYTES,
                        new MarlinTuner(),
                        1,
                        JOINS,
                        Double.POSITIVE_INFINITY));
        pair(first, second, jobs, seed);
        return jobs;
    }

    private static List<ChannelJob> channelPair(long seed) {
        List<ChannelJob> jobs = List.of(
                new ChannelJob(
                        "first",
                        FAST,
                        Datasets.endless(),
                        FalconJobTuner.usual(),
                        0,
                        0,
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY),
                new ChannelJob(
                        "second",
                        SLOW,
                        Datasets.endless(),
                        FalconJobTuner.usual(),
                        1,
                        JOINS,
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY));
        pair(FAST, SLOW, jobs, seed);
        return jobs;
    }

    private static void pair(Testbed first, Testbed second, List<? extends Job> jobs, long seed) {
        new Replay(
                        first,
                        List.of(first.read(), second.read()),
                        List.of(first.write(), second.write()),
                        jobs,
                        List.of(),
                        List.of(),
                        seed)
                .run(JOINS + TOGETHER);
    }
}
