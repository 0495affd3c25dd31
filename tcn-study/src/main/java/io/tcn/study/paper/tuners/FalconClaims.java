// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import static io.tcn.study.paper.tuners.TunerClaim.atLeast;
import static io.tcn.study.paper.tuners.TunerClaim.atMost;
import static io.tcn.study.paper.tuners.TunerClaim.missing;
import static io.tcn.study.paper.tuners.TunerClaim.near;
import static io.tcn.study.paper.tuners.TunerClaim.within;

import io.tcn.core.optimizer.falcon.BayesianSearch;
import io.tcn.core.optimizer.falcon.ConcurrencySearch;
import io.tcn.core.optimizer.falcon.FalconJobTuner;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.optimizer.falcon.GradientDescentSearch;
import io.tcn.core.optimizer.falcon.HillClimbingSearch;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.study.tuning.JobSeries;
import io.tcn.study.tuning.Testbed;
import io.tcn.study.tuning.Testbeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// What Falcon's paper claims.
final class FalconClaims {
    private static final double G = 1e9;
    private static final String S = "s";
    private static final String FILES = "files";

    private FalconClaims() {}

    static List<TunerClaim> all() {
        List<TunerClaim> claims = new ArrayList<>(alone());
        claims.addAll(utilities());
        claims.addAll(FalconSharing.competing());
        claims.addAll(FalconCompared.all());
        claims.addAll(FalconSharing.central());
        return claims;
    }

    private static JobSeries falcon(Testbed testbed, long seed) {
        return Trials.alone(testbed, FalconJobTuner.usual(), seed);
    }

    private static List<TunerClaim> alone() {
        Testbed emulab = Testbeds.EMULAB;
        Testbed lab = Testbeds.HPCLAB;
        Testbed xsede = Testbeds.XSEDE;
        return List.of(
                near("5.1, fig. 8", "converges", "Emulab", 35, S, seed -> Trials.converged(falcon(emulab, seed)))
                        .remarked(
                                "2, 3, 7, 16, 24, 29, 35 files, and 42 from the figure's 35 s on: what is counted is the end"
                                        + " of five seconds with 90 %"),
                near(
                                "5.1",
                                "files at a time",
                                "Emulab",
                                48,
                                FILES,
                                seed -> Trials.lastConnections(falcon(emulab, seed)))
                        .beside(() -> Trials.bestFiles(emulab)),
                near("5.1, fig. 8", "converges", "HPCLab", 20, S, seed -> Trials.converged(falcon(lab, seed)))
                        .remarked(
                                "90 % are there with the fourth sample of 3 s (2, 3, 7, 10 files); the paper's 20 s are"
                                        + " nearly seven"),
                near("5.1", "files at a time", "HPCLab", 10, FILES, seed -> Trials.lastConnections(falcon(lab, seed)))
                        .beside(() -> Trials.bestFiles(lab))
                        .remarked(
                                "on the curve through the paper's own values of one, four and all threads the tenth file"
                                        + " brings 1.5 %, less than the 2 % that equation 4 asks for"),
                atLeast("5.1", "throughput", "HPCLab", 25, "Gbit/s", seed -> Trials.last(falcon(lab, seed)) / G)
                        .printed("over 25")
                        .beside(() -> Trials.bestGbps(lab)),
                near("5.1, fig. 8", "converges", "XSEDE", 80, S, seed -> Trials.converged(falcon(xsede, seed)))
                        .remarked(
                                "the figure goes on to almost 50 files first and is back at 24 after 80 s; here the search"
                                        + " turns at about 30, and what is counted, 90 % of the throughput, it has on the way up"),
                near("5.1", "files at a time", "XSEDE", 24, FILES, seed -> Trials.lastConnections(falcon(xsede, seed)))
                        .beside(() -> Trials.bestFiles(xsede)),
                near("5.1", "throughput", "XSEDE", 7.5, "Gbit/s", seed -> Trials.last(falcon(xsede, seed)) / G)
                        .beside(() -> Trials.bestGbps(xsede)),
                near(
                                "4.2",
                                "hill climbing takes longer, the most of three",
                                "Emulab, HPCLab, XSEDE",
                                7,
                                "times",
                                seed -> Math.max(hill(emulab, seed), Math.max(hill(lab, seed), hill(xsede, seed))))
                        .printed("up to 7")
                        .remarked(
                                "one file more every 5 s has 90 % of Emulab's link after 200 s (41 files): 5.9 times the"
                                        + " paper's own 35 s"),
                atMost(
                                "4.2",
                                "Bayesian optimisation is within 15 % of the best number of files after",
                                "Emulab",
                                5,
                                "samples",
                                seed -> Trials.firstSampleNear(
                                        Trials.alone(emulab, of(new BayesianSearch(new Random(seed))), seed), 50, 5))
                        .printed("4-5")
                        .remarked(
                                "the first sample with 42 to 58 files; the next ones leave again, as the paper says of it"),
                missing(
                        "3, fig. 3a",
                        "loss at 10 and at 32 files",
                        "a link of 100 Mbit/s",
                        "2 %, 10 %",
                        "the round trip and the queue of that network, on which the loss hangs"));
    }

    private static double hill(Testbed testbed, long seed) {
        return Trials.converged(Trials.alone(testbed, of(new HillClimbingSearch()), seed))
                / Trials.converged(falcon(testbed, seed));
    }

    static JobTuner of(ConcurrencySearch search) {
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
                        .beside(() -> Trials.bestFiles(emulab)),
                near(
                                "4.1, fig. 6b",
                                "equation 3, C = 0.02: lost throughput",
                                "Emulab",
                                45,
                                "%",
                                seed -> 100 * (1 - Trials.last(Trials.alone(emulab, linear(0.02), seed)) / G))
                        .beside(() -> 100 * (1 - Trials.bestGbps(emulab)))
                        .remarked(
                                "equation 3 is greatest at 1 / (2 C) = 25 files; these have 500 of 1000 Mbit/s, and the"
                                        + " paper's own 26 lose 48 %; 45 % lost are 27.5 files"),
                within(
                                "4.1, fig. 6c",
                                "equation 3, C = 0.01, two jobs: files of each",
                                "Emulab",
                                "36-38",
                                FILES,
                                36,
                                38,
                                seed -> Competition.of(emulab, 2, _ -> linear(0.01), seed)
                                        .meanConnections(2))
                        .beside(() -> Trials.bestFiles(emulab) / 2)
                        .remarked(
                                "the equilibrium of equation 3 is at 33 files each without any loss, and lower with it; 36"
                                        + " to 38 are beyond, and how much was lost is not told"));
    }
}
