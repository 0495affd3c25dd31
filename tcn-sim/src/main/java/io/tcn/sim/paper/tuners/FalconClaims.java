// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.paper.tuners;

import static io.tcn.sim.paper.tuners.TunerClaim.atMost;
import static io.tcn.sim.paper.tuners.TunerClaim.missing;
import static io.tcn.sim.paper.tuners.TunerClaim.near;
import static io.tcn.sim.paper.tuners.TunerClaim.within;

import io.tcn.core.optimizer.falcon.BayesianSearch;
import io.tcn.core.optimizer.falcon.ConcurrencySearch;
import io.tcn.core.optimizer.falcon.FalconJobTuner;
import io.tcn.core.optimizer.falcon.FalconMultiTuner;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.optimizer.falcon.GradientDescentSearch;
import io.tcn.core.optimizer.falcon.HillClimbingSearch;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.rules.FixedRule;
import io.tcn.core.optimizer.rules.GlobusRules;
import io.tcn.sim.tuning.BestStatic;
import io.tcn.sim.tuning.Datasets;
import io.tcn.sim.tuning.FileBatch;
import io.tcn.sim.tuning.JobSeries;
import io.tcn.sim.tuning.Testbed;
import io.tcn.sim.tuning.Testbeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongToDoubleFunction;

/// What Falcon's paper claims.
final class FalconClaims {
    private static final double G = 1e9;
    private static final String S = "s";
    private static final String FILES = "files";

    /// What Globus had between Stampede2 and Expanse (FStream++, section 4).
    private static final ClassTuning GLOBUS_STAMPEDE2 = new ClassTuning(4, 4, 20);

    private static final String MULTI =
            "the conjugate gradient's first point, step and line search are not told; where equation 6 is not concave,"
                    + " as the paper says itself, it stays where it is good by chance";

    private FalconClaims() {}

    static List<TunerClaim> all() {
        List<TunerClaim> claims = new ArrayList<>(alone());
        claims.addAll(utilities());
        claims.addAll(FalconSharing.competing());
        claims.addAll(compared());
        claims.addAll(breakEven());
        claims.addAll(multi());
        claims.addAll(FalconSharing.central());
        return claims;
    }

    private static JobSeries falcon(Testbed testbed, long seed) {
        return Trials.alone(testbed, FalconJobTuner.usual(), seed);
    }

    private static double bestFiles(Testbed testbed) {
        return BestStatic.ofConcurrency(testbed, Datasets.endless()).tuning().concurrency();
    }

    private static double bestGbps(Testbed testbed) {
        return BestStatic.ofConcurrency(testbed, Datasets.endless()).throughputBps() / G;
    }

    private static List<TunerClaim> alone() {
        Testbed emulab = Testbeds.EMULAB;
        Testbed lab = Testbeds.HPCLAB;
        Testbed xsede = Testbeds.XSEDE;
        return List.of(
                atMost("5.1, fig. 8", "converges", "Emulab", 35, S, seed -> Trials.converged(falcon(emulab, seed)))
                        .remarked(
                                "the figure's 35 s are seven samples of 5 s; theta ceil(n |Delta|) goes 2, 3, 5, 9, 15, 23,"
                                        + " 28, 34, 41, and only the ninth has 90 %. With the printed n - 1 and n + 1, two samples"
                                        + " a move, it would be 85 s"),
                near(
                                "5.1",
                                "files at a time",
                                "Emulab",
                                48,
                                FILES,
                                seed -> Trials.lastConnections(falcon(emulab, seed)))
                        .beside(() -> bestFiles(emulab)),
                atMost("5.1, fig. 8", "converges", "HPCLab", 20, S, seed -> Trials.converged(falcon(lab, seed))),
                near("5.1", "files at a time", "HPCLab", 10, FILES, seed -> Trials.lastConnections(falcon(lab, seed)))
                        .beside(() -> bestFiles(lab))
                        .remarked(
                                "on the curve through the paper's own values of one, four and all threads the tenth file"
                                        + " brings 1.5 %, less than the 2 % that equation 4 asks for"),
                within(
                                "5.1",
                                "throughput",
                                "HPCLab",
                                "over 25",
                                "Gbit/s",
                                25,
                                40,
                                seed -> Trials.last(falcon(lab, seed)) / G)
                        .beside(() -> bestGbps(lab)),
                atMost("5.1, fig. 8", "converges", "XSEDE", 80, S, seed -> Trials.converged(falcon(xsede, seed))),
                near("5.1", "files at a time", "XSEDE", 24, FILES, seed -> Trials.lastConnections(falcon(xsede, seed)))
                        .beside(() -> bestFiles(xsede)),
                near("5.1", "throughput", "XSEDE", 7.5, "Gbit/s", seed -> Trials.last(falcon(xsede, seed)) / G)
                        .beside(() -> bestGbps(xsede)),
                within(
                        "4.2",
                        "hill climbing takes longer",
                        "Emulab",
                        "up to 7",
                        "times",
                        1.5,
                        8.05,
                        seed -> Trials.converged(Trials.alone(emulab, of(new HillClimbingSearch()), seed))
                                / Trials.converged(falcon(emulab, seed))),
                within(
                        "4.2",
                        "Bayesian optimisation is near the optimum",
                        "Emulab",
                        "4-5",
                        "samples",
                        1,
                        5,
                        seed -> Trials.alone(emulab, of(new BayesianSearch(new Random(seed))), seed)
                                        .reaches(0.9 * G, Trials.WINDOW)
                                / 5),
                missing(
                        "3, fig. 3a",
                        "loss at 10 and at 32 files",
                        "a link of 100 Mbit/s",
                        "2 %, 10 %",
                        "the round trip and the queue of that network, on which the loss hangs"));
    }

    private static JobTuner of(ConcurrencySearch search) {
        return new FalconJobTuner(search, FalconUtility.usual(), FalconJobTuner.MOST);
    }

    private static JobTuner linear(double perFile) {
        return new FalconJobTuner(
                new GradientDescentSearch(),
                FalconUtility.linear(FalconUtility.LOSS_PENALTY, perFile),
                FalconJobTuner.MOST);
    }

    private static List<TunerClaim> utilities() {
        Testbed emulab = Testbeds.EMULAB;
        return List.of(
                near(
                                "4.1, fig. 6b",
                                "equation 3, C = 0.02: files",
                                "Emulab",
                                26,
                                FILES,
                                seed -> Trials.lastConnections(Trials.alone(emulab, linear(0.02), seed)))
                        .beside(() -> bestFiles(emulab)),
                near(
                                "4.1, fig. 6b",
                                "equation 3, C = 0.02: lost throughput",
                                "Emulab",
                                45,
                                "%",
                                seed -> 100 * (1 - Trials.last(Trials.alone(emulab, linear(0.02), seed)) / G))
                        .remarked(
                                "equation 3 is greatest at 1 / (2 C) = 25 files; these have 500 of 1000 Mbit/s, and the"
                                        + " paper's own 26 lose 48 %; 45 % lost are 27.5 files"),
                within(
                                "4.1, fig. 6c",
                                "equation 3, C = 0.01, two jobs: files of each",
                                "Emulab",
                                "36-38",
                                FILES,
                                31,
                                43,
                                seed -> Competition.of(emulab, 2, _ -> linear(0.01), seed)
                                        .meanConnections(2))
                        .remarked(
                                "the equilibrium of equation 3 is at 33 files each without any loss, and lower with it; 36"
                                        + " to 38 are beyond, and how much was lost is not told"));
    }

    private static List<TunerClaim> compared() {
        Testbed lab = Testbeds.HPCLAB;
        Testbed stampede = Testbeds.STAMPEDE2_EXPANSE;
        List<FileBatch> files = Datasets.of(1000, 1 << 30);
        return List.of(
                near(
                                "5.3, fig. 11",
                                "over Globus",
                                "HPCLab, 1000 x 1 GiB, Globus <5, 8, 2>",
                                2.3,
                                "times",
                                over(lab, files, new GlobusRules()))
                        .beside(() -> overBest(lab, files, new GlobusRules()))
                        .remarked(
                                "two files at a time have 13.6 Gbit/s on the curve through the paper's own values, and"
                                        + " 27.5 are 2.0 times that; for 2.3 Globus had less than two files of Falcon, and what"
                                        + " GridFTP costs beside sockets is not said"),
                missing(
                        "5.3, fig. 11",
                        "over Globus",
                        "Campus Cluster",
                        "1.16",
                        "bandwidth, round trip and storages of the Campus Cluster"),
                near(
                                "5.3, fig. 11",
                                "over Globus",
                                "Stampede2-Expanse, 1000 x 1 GiB, Globus <20, 4, 4>",
                                2.16,
                                "times",
                                over(stampede, files, new GlobusRules(GLOBUS_STAMPEDE2)))
                        .beside(() -> overBest(stampede, files, new GlobusRules(GLOBUS_STAMPEDE2)))
                        .remarked(
                                "neither the pair of sites nor Globus's concurrency are in the text; those of FStream++"
                                        + " stand for them"),
                near(
                        "5.3, fig. 11",
                        "32 files at a time, over Falcon",
                        "HPCLab",
                        0.82,
                        "times",
                        seed -> Trials.wholeBps(lab, files, Trials.fixed(32), seed)
                                / Trials.wholeBps(lab, files, FalconJobTuner.usual(), seed)),
                near(
                        "5.3, fig. 11",
                        "32 files at a time, over Falcon",
                        "XSEDE",
                        1.05,
                        "times",
                        seed -> Trials.wholeBps(Testbeds.XSEDE, files, Trials.fixed(32), seed)
                                / Trials.wholeBps(Testbeds.XSEDE, files, FalconJobTuner.usual(), seed)),
                missing(
                        "5.3, fig. 11",
                        "32 files at a time, over Falcon",
                        "Campus Cluster",
                        "0.53",
                        "bandwidth, round trip and storages of the Campus Cluster"));
    }

    private static LongToDoubleFunction over(Testbed testbed, List<FileBatch> files, JobTuner other) {
        return seed -> Trials.wholeBps(testbed, files, FalconJobTuner.usual(), seed)
                / Trials.wholeBps(testbed, files, other, seed);
    }

    private static double overBest(Testbed testbed, List<FileBatch> files, JobTuner other) {
        return Trials.wholeBps(
                        testbed.steady(),
                        files,
                        new FixedRule(BestStatic.ofConcurrency(testbed, files).tuning()),
                        1)
                / Trials.wholeBps(testbed.steady(), files, other, 1);
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
                near(
                                "5.6",
                                "as much moved as by 4 files at a time after",
                                "HPCLab",
                                28,
                                S,
                                seed -> evenAfter(Testbeds.HPCLAB, seed))
                        .remarked(
                                "from one file the search has 90 % with its fourth sample of 3 s (1, 2, 4, 6 files); the"
                                        + " paper's 20 s are nearly seven, while on Emulab it takes nine here and seven there"),
                near(
                                "5.6",
                                "as much moved as by 4 files at a time after",
                                "ESnet",
                                14,
                                S,
                                seed -> evenAfter(Testbeds.ESNET, seed))
                        .remarked(
                                "samples of wide-area transfers last 5 s (section 5): 1, 2 and 4 files use up the 15 s"
                                        + " after which the paper has converged, at about 14 files, and have moved 250 Gbit less"
                                        + " than four files"));
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
        JobSeries tuned = Trials.alone(testbed, of(new GradientDescentSearch(1)), seed);
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
                near(
                                "5.4, fig. 12",
                                "three parameters over one",
                                "small files",
                                1.3,
                                "times",
                                ofMulti(testbed, Datasets.falconSmall()))
                        .beside(() -> bestOfAll(testbed, Datasets.falconSmall()))
                        .remarked(MULTI),
                near(
                                "5.4, fig. 12",
                                "three parameters over one",
                                "mixed files",
                                1.3,
                                "times",
                                ofMulti(testbed, Datasets.falconMixed()))
                        .beside(() -> bestOfAll(testbed, Datasets.falconMixed()))
                        .remarked(MULTI),
                near(
                                "5.4, fig. 12",
                                "three parameters over one",
                                "large files",
                                0.82,
                                "times",
                                ofMulti(testbed, Datasets.falconLarge()))
                        .beside(() -> bestOfAll(testbed, Datasets.falconLarge()))
                        .remarked(MULTI),
                within(
                                "5.4",
                                "three parameters take longer",
                                "large files",
                                "up to 3",
                                "times",
                                1.3,
                                3.45,
                                seed -> Trials.converged(Trials.alone(testbed, multiTuner(), seed))
                                        / Trials.converged(Trials.alone(testbed, FalconJobTuner.usual(), seed)))
                        .remarked(MULTI));
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
