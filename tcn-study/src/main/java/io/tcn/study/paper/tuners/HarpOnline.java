// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import static io.tcn.study.paper.tuners.HarpClaims.LONGEST_SECONDS;
import static io.tcn.study.paper.tuners.HarpClaims.harp;
import static io.tcn.study.paper.tuners.HarpClaims.others;
import static io.tcn.study.paper.tuners.HarpClaims.seconds;
import static io.tcn.study.paper.tuners.TunerClaim.gain;
import static io.tcn.study.paper.tuners.TunerClaim.within;

import io.tcn.core.optimizer.harp.HarpOptimizer;
import io.tcn.core.optimizer.harp.PastTransfer;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.study.tuning.Background;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.FileBatch;
import io.tcn.study.tuning.Testbed;
import io.tcn.study.tuning.Testbeds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// What HARP's paper claims of tuning that goes on while a job runs (section 4.2).
final class HarpOnline {
    private static final double G = 1e9;
    private static final double CHANGE = 100;
    private static final int LATER = 100;
    private static final double JOB_BYTES = 250 * G;
    private static final int SMALL = 1;
    private static final int LARGE = 3;
    private static final Testbed XSEDE = Testbeds.STAMPEDE_GORDON;
    private static final int HEAVY = HarpData.Load.HEAVY.streams();

    private static final String SIZE =
            "30 to 40 % and 160 to 185 s sooner are 560 to 800 s without online tuning, which is what"
                    + " 250 GB take here; ";

    private HarpOnline() {}

    static List<TunerClaim> all(List<PastTransfer> entries) {
        List<TunerClaim> claims = new ArrayList<>();
        for (int sort : new int[] {SMALL, LARGE}) {
            claims.addAll(heavier(sort, entries));
        }
        HarpOptimizer ofSmall = HarpClaims.optimizer(entries);
        claims.add(gain(
                        "4.2, fig. 14",
                        "no online tuning over some, after heavy load has gone",
                        XSEDE.name() + ", small files",
                        0.85,
                        seed -> lighter(SMALL, ofSmall, seed))
                .remarked("that pieces of small files cost anything (section 4.2) is not in the model: more streams"
                        + " than a free link needs do no harm here"));
        HarpOptimizer ofLarge = HarpClaims.optimizer(entries);
        claims.add(within(
                        "4.2, fig. 14",
                        "no online tuning over some, after heavy load has gone",
                        XSEDE.name() + ", large files",
                        "1.02-1.05",
                        "times",
                        1.02,
                        1.05,
                        seed -> lighter(LARGE, ofLarge, seed))
                .remarked("with 32 streams and with 12 to 28 the storages give all they have here, so that neither has"
                        + " an advantage"));
        return claims;
    }

    /// Light to heavy.
    private static List<TunerClaim> heavier(int sort, List<PastTransfer> entries) {
        HarpOptimizer forRatio = HarpClaims.optimizer(entries);
        HarpOptimizer forSeconds = HarpClaims.optimizer(entries);
        FileBatch one = Datasets.harpSort(sort);
        double bytes = JOB_BYTES;
        List<FileBatch> files = Datasets.of(Math.round(bytes / one.fileBytes()), one.fileBytes());
        List<Background> heavy = List.of(others(CHANGE, LONGEST_SECONDS, HEAVY));
        String setting = XSEDE.name() + ", " + Math.round(bytes / G) + " GB of " + name(sort) + " files";
        String where = "4.2, fig. 13";
        return List.of(
                within(
                                where,
                                "online tuning over none, light to heavy load",
                                setting,
                                "1.3-1.4",
                                "times",
                                1.3,
                                1.4,
                                seed -> seconds(XSEDE, files, harp(forRatio, false), heavy, seed)
                                        / seconds(XSEDE, files, harp(forRatio, true), heavy, seed))
                        .remarked(SIZE + HarpLoads.LOADS),
                within(
                                where,
                                "online tuning ends sooner by, light to heavy load",
                                setting,
                                "160-185",
                                "s",
                                160,
                                185,
                                seed -> seconds(XSEDE, files, harp(forSeconds, false), heavy, seed)
                                        - seconds(XSEDE, files, harp(forSeconds, true), heavy, seed))
                        .remarked(SIZE + HarpLoads.LOADS));
    }

    private static String name(int sort) {
        return sort == SMALL ? "small" : "large";
    }

    /// Heavy to light: what is moved without online tuning once it has had time to react, over what is with it.
    private static double lighter(int sort, HarpOptimizer optimizer, long seed) {
        return laterBps(sort, harp(optimizer, false), seed) / laterBps(sort, harp(optimizer, true), seed);
    }

    private static double laterBps(int sort, Supplier<JobTuner> tuner, long seed) {
        FileBatch one = Datasets.harpSort(sort);
        List<FileBatch> endless = List.of(new FileBatch(0, 100_000_000, one.fileBytes()));
        ChannelJob job = ChannelJob.of("job", XSEDE, endless, tuner.get());
        HarpClaims.replay(XSEDE, job, List.of(others(0, CHANGE, HEAVY)), seed).run(Trials.SECONDS);
        return job.series().meanBps((int) CHANGE + LATER, Trials.SECONDS);
    }
}
