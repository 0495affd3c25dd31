// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import static io.tcn.study.paper.tuners.TunerClaim.gain;
import static io.tcn.study.paper.tuners.TunerClaim.missing;
import static io.tcn.study.paper.tuners.TunerClaim.near;
import static io.tcn.study.paper.tuners.TunerClaim.within;

import io.tcn.core.optimizer.falcon.FalconJobTuner;
import io.tcn.core.optimizer.falcon.FalconMultiTuner;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.optimizer.falcon.GradientDescentSearch;
import io.tcn.core.optimizer.harp.HarpHistory;
import io.tcn.core.optimizer.harp.HarpOptimizer;
import io.tcn.core.optimizer.harp.HarpTuner;
import io.tcn.core.optimizer.harp.PastTransfer;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.rules.GlobusRules;
import io.tcn.study.tuning.BestStatic;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.FileBatch;
import io.tcn.study.tuning.JobSeries;
import io.tcn.study.tuning.Replay;
import io.tcn.study.tuning.Testbed;
import io.tcn.study.tuning.Testbeds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.function.Supplier;

/// What Falcon's paper claims of one job beside other ways of moving it: Globus, HARP, a number that never changes,
/// three parameters instead of one.
final class FalconCompared {
    private static final String S = "s";
    private static final List<FileBatch> FILES = Datasets.of(1000, 1 << 30);

    private static final String CAMPUS = "bandwidth, round trip and storages of the Campus Cluster";
    private static final String FIGURE = "5.3, fig. 11";

    private static final String MULTI =
            "the conjugate gradient's first point, step and line search are not told; where equation 6 is not concave,"
                    + " as the paper says itself, it stays where it is good by chance";

    private FalconCompared() {}

    static List<TunerClaim> all() {
        List<TunerClaim> claims = new ArrayList<>(overOthers(HarpData.collect(HarpClaims.COLLECTED)));
        claims.addAll(breakEven());
        claims.addAll(multi());
        return claims;
    }

    private static List<TunerClaim> overOthers(List<PastTransfer> elsewhere) {
        List<TunerClaim> claims = new ArrayList<>();
        Testbed lab = Testbeds.HPCLAB;
        Testbed xsede = Testbeds.XSEDE;
        claims.add(over(lab, "over Globus", ", 1000 x 1 GiB, Globus <5, 8, 2>", 2.3, GlobusRules::new)
                .remarked(
                        "two files at a time have 13.6 Gbit/s on the curve through the paper's own values, and 27.5 are 2.0"
                                + " times that; for 2.3 Globus had less than two files of Falcon, and what GridFTP costs beside"
                                + " sockets is not said"));
        claims.add(missing(FIGURE, "over Globus", "Campus Cluster", "1.16", CAMPUS));
        claims.add(over(xsede, "over Globus", ", 1000 x 1 GiB, Globus <5, 8, 2>", 2.16, GlobusRules::new)
                .remarked("on the curve through Falcon's own values, 7.5 Gbit/s for 24 files and 10 for 49, two files"
                        + " have 1 Gbit/s (section 5.5 has two for Globus, of other sites); 2.16 asks for 3.5, which"
                        + " eight have. How many Globus moved stands in the figure only"));
        for (Testbed testbed : List.of(lab, xsede)) {
            HarpOptimizer harp = new HarpOptimizer(new HarpHistory(elsewhere));
            claims.add(gain(
                            FIGURE,
                            "HARP, which knows other networks, over Falcon",
                            testbed.name(),
                            0.5,
                            seed -> overFalcon(testbed, new HarpTuner(harp, false), seed))
                    .printed("almost half")
                    .beside(() -> Trials.bestOver(testbed, FILES, FalconJobTuner.usual()))
                    .remarked(
                            "from the history of HARP's own paper follow 7 files of 9 streams for HPCLab and 19 of one"
                                    + " for XSEDE; which history it had there is not told, and what it chose stands in the figure"
                                    + " only"));
        }
        claims.add(
                missing(FIGURE, "HARP, which knows other networks, over Falcon", "Campus Cluster", "similar", CAMPUS));
        claims.add(still(lab, 0.82));
        claims.add(still(xsede, 1.05));
        claims.add(missing(FIGURE, "32 files at a time, over Falcon", "Campus Cluster", "0.53", CAMPUS));
        return claims;
    }

    private static TunerClaim over(
            Testbed testbed, String says, String setting, double times, Supplier<JobTuner> other) {
        return gain(
                        FIGURE,
                        says,
                        testbed.name() + setting,
                        times,
                        seed -> Trials.wholeBps(testbed, FILES, FalconJobTuner.usual(), seed)
                                / Trials.wholeBps(testbed, FILES, other.get(), seed))
                .beside(() -> Trials.bestOver(testbed, FILES, other.get()));
    }

    private static TunerClaim still(Testbed testbed, double times) {
        return gain(
                        FIGURE,
                        "32 files at a time, over Falcon",
                        testbed.name(),
                        times,
                        seed -> overFalcon(testbed, Trials.fixed(32), seed))
                .beside(() -> Trials.bestOver(testbed, FILES, FalconJobTuner.usual()));
    }

    private static double overFalcon(Testbed testbed, JobTuner other, long seed) {
        return Trials.wholeBps(testbed, FILES, other, seed)
                / Trials.wholeBps(testbed, FILES, FalconJobTuner.usual(), seed);
    }

    private static List<TunerClaim> breakEven() {
        return List.of(
                near(
                        "5.6, eq. 7",
                        "break-even by the equation",
                        "HPCLab, the paper's four values",
                        28,
                        S,
                        _ -> equation7(27.5, 7.9, 20.5, 20)),
                near(
                        "5.6, eq. 7",
                        "break-even by the equation",
                        "ESnet, the paper's four values",
                        14,
                        S,
                        _ -> equation7(84, 16.5, 48.5, 15)),
                within(
                                "5.6",
                                "as much moved as by 4 files at a time after",
                                "HPCLab",
                                "25-30",
                                S,
                                25,
                                30,
                                seed -> evenAfter(Testbeds.HPCLAB, seed))
                        .remarked("from one file the search has 90 % with its third sample of 3 s (1, 2, 6 files); the"
                                + " paper's 20 s are nearly seven, while on Emulab both take seven"),
                within(
                                "5.6",
                                "as much moved as by 4 files at a time after",
                                "ESnet",
                                "14-15",
                                S,
                                14,
                                15,
                                seed -> evenAfter(Testbeds.ESNET, seed))
                        .remarked(
                                "samples of wide-area transfers last 5 s (section 5): 1, 2 and 6 files use up the 15 s"
                                        + " after which the paper has converged, at about 14 files, and have moved 210 Gbit less"
                                        + " than four files: a new one takes 1.7 s here"));
    }

    /// Equation 7.
    ///
    /// @param end throughput upon convergence
    /// @param start throughput at the beginning
    /// @param fixed throughput of the static setting
    /// @param seconds time of convergence
    static double equation7(double end, double start, double fixed, double seconds) {
        return (end - start) * seconds / (2 * (end - fixed));
    }

    private static double evenAfter(Testbed testbed, long seed) {
        // Here it starts with one file (section 5.6), elsewhere with two (section 5.1).
        JobSeries tuned = Trials.alone(testbed, FalconClaims.of(new GradientDescentSearch(1)), seed);
        JobSeries still = Trials.alone(testbed, Trials.fixed(4), seed);
        for (int k = Trials.WINDOW; k <= Trials.SECONDS; k++) {
            if (tuned.meanBps(0, k) >= still.meanBps(0, k)) {
                return k;
            }
        }
        return Double.NaN;
    }

    private static List<TunerClaim> multi() {
        Testbed testbed = Testbeds.STAMPEDE2_EXPANSE;
        return List.of(
                gain(
                                "5.4, fig. 12",
                                "three parameters over one",
                                "small files",
                                1.3,
                                ofMulti(testbed, Datasets.falconSmall()))
                        .beside(() -> bestOfAll(testbed, Datasets.falconSmall()))
                        .remarked(MULTI),
                gain(
                                "5.4, fig. 12",
                                "three parameters over one",
                                "mixed files",
                                1.3,
                                ofMulti(testbed, Datasets.falconMixed()))
                        .beside(() -> bestOfAll(testbed, Datasets.falconMixed()))
                        .remarked(MULTI),
                gain(
                                "5.4, fig. 12",
                                "three parameters over one",
                                "large files",
                                0.82,
                                ofMulti(testbed, Datasets.falconLarge()))
                        .beside(() -> bestOfAll(testbed, Datasets.falconLarge()))
                        .remarked(MULTI),
                near(
                                "5.4",
                                "three parameters take longer",
                                "large files",
                                3,
                                "times",
                                seed -> Trials.converged(large(multiTuner(), seed))
                                        / Trials.converged(large(FalconJobTuner.usual(), seed)))
                        .printed("up to 3")
                        .remarked(MULTI));
    }

    private static JobSeries large(JobTuner tuner, long seed) {
        Testbed testbed = Testbeds.STAMPEDE2_EXPANSE;
        ChannelJob job = ChannelJob.of("job", testbed, Datasets.falconLarge(), tuner);
        return Replay.alone(testbed, job, Trials.SECONDS, seed);
    }

    private static JobTuner multiTuner() {
        return new FalconMultiTuner(FalconUtility.usual());
    }

    private static LongToDoubleFunction ofMulti(Testbed testbed, List<FileBatch> files) {
        return seed -> Trials.wholeBps(testbed, files, multiTuner(), seed)
                / Trials.wholeBps(testbed, files, FalconJobTuner.usual(), seed);
    }

    /// The best of all settings over the best that moves files alone.
    private static double bestOfAll(Testbed testbed, List<FileBatch> files) {
        return BestStatic.ofAll(testbed, files).throughputBps()
                / BestStatic.ofConcurrency(testbed, files).throughputBps();
    }
}
