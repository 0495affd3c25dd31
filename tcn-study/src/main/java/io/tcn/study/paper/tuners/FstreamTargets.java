// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import static io.tcn.study.paper.tuners.TunerClaim.atLeast;
import static io.tcn.study.paper.tuners.TunerClaim.missing;
import static io.tcn.study.paper.tuners.TunerClaim.near;

import io.tcn.core.optimizer.fstream.StreamTuner;
import io.tcn.core.optimizer.fstream.ThroughputModel;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.JobSeries;
import io.tcn.study.tuning.Replay;
import io.tcn.study.tuning.Testbed;
import io.tcn.study.tuning.Testbeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What FStream++'s paper claims of jobs that want a rate.
final class FstreamTargets {
    private static final double G = 1e9;
    private static final Testbed STAMPEDE = Testbeds.STAMPEDE2_EXPANSE;

    /// The text tells of two dips at 20 Gbit/s, in what takes 240 s here.
    private static final double ALMOST_ALL = 90;

    private static final Map<Integer, String> FINE = Map.of(
            12,
            "once small files alone are left it stays at 10.6 Gbit/s, 12 % less: within 20 % concurrency"
                    + " is left alone, and files ahead, the fine adjustment of small files (section 4.2), bring"
                    + " nothing more once the pause of a round trip is filled",
            20,
            "once small files alone are left it stays at 17 Gbit/s, 15 % less, for the same reason as 12"
                    + " Gbit/s; the large ones are through at 180 s here, the text has dips at 120 s and 210 s");

    private FstreamTargets() {}

    private static final String CLOSING =
            "the paper waits for running files before it closes a channel, and does not say how large they were: one of"
                    + " 1 GB at 4 Gbit/s has ended after 2 s, one of the 13 GB of LCLS after 26; here channels close at once, for"
                    + " both methods alike, so that the comparison says nothing";

    private static final String SEEN =
            "which files were moved and which concurrencies had been seen before the change is not told; a search from one"
                    + " file takes two or three steps of 12 s to 20 Gbit/s, the figure has four and seven";

    static List<TunerClaim> all() {
        List<TunerClaim> claims = new ArrayList<>();
        for (int gbps : new int[] {8, 12, 20}) {
            claims.add(atLeast(
                            "4.2, fig. 7",
                            "a wanted " + gbps + " Gbit/s: time within 10 %, after 50 s",
                            STAMPEDE.name() + ", workload 1",
                            ALMOST_ALL,
                            "%",
                            seed -> 100 * kept(gbps * G, seed))
                    .printed("all, but for dips")
                    .remarked(FINE.getOrDefault(gbps, "")));
        }
        claims.add(near(
                        "4.4, fig. 10",
                        "6 to 20 Gbit/s by the cube root",
                        "Stampede2-Expanse",
                        20,
                        "s",
                        seed -> changed(StreamTuner.plusPlus(), 6, 20, seed))
                .remarked("the text has \"less than 20\" as well. The first prediction is right here: 4 s to the end of"
                        + " a step of 12 s, 2 s for new channels, 4 s to be seen; one step more would be 22 s"));
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
        claims.add(near(
                        "4.4, fig. 10",
                        "20 to 9 Gbit/s by the cube root",
                        "Stampede2-Expanse",
                        40,
                        "s",
                        seed -> changed(StreamTuner.plusPlus(), 20, 9, seed))
                .remarked(CLOSING));
        claims.add(near(
                        "4.4, fig. 10",
                        "20 to 9 Gbit/s by match-action",
                        "Stampede2-Expanse",
                        80,
                        "s",
                        seed -> changed(StreamTuner.fstream(), 20, 9, seed))
                .remarked(CLOSING));
        claims.add(missing(
                "4.3, fig. 8",
                "15 Gbit/s kept under added traffic",
                "Stampede2-Expanse",
                "close to 15",
                "the amount and the streams of the added memory-to-memory transfer"));
        claims.add(missing(
                "4.3, fig. 9",
                "20 Gbit/s kept for three days by 10 to 30 files at a time",
                "Stampede2-Expanse",
                "mostly 15-20",
                "the traffic of others in those days, and sizes and counts of the files of the SRA sample"));
        claims.add(
                missing(
                        "4.4, fig. 11",
                        "files at a time for 12, then 25, then 8 Gbit/s",
                        "two data transfer nodes, 40 Gbit/s",
                        "2, 10, 1",
                        "sizes and counts of the files of the SRA sample; the three rates are all that is known of the storages"));
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
        JobSeries series = Trials.whole(STAMPEDE, Datasets.workload(1), tuner, seed);
        int within = 0;
        int looks = 0;
        for (int k = SETTLED; k + LOOK <= series.finishedAtSeconds(); k += LOOK) {
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
