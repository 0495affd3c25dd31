// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.tuners;

import io.tcn.bench.tuners.Contender.Team;
import io.tcn.study.tuning.FileBatch;
import io.tcn.study.tuning.Job;
import io.tcn.study.tuning.JobSeries;
import io.tcn.study.tuning.Testbed;
import java.util.List;
import java.util.SplittableRandom;

/// What one run tells.
///
/// @param share mean throughput of all jobs over that of the best static setting
/// @param secondsTo90 when 90 % of the best static setting is reached; NaN for never
/// @param connections mean number of open ones in the last third
/// @param loss mean part of lost packets in the last third
/// @param jain fairness in the last third; NaN for one job
record TunerFigures(double share, double secondsTo90, double connections, double loss, double jain) {
    private static final double NINETY = 0.9;
    private static final int WINDOW = 5;
    private static final double OFFSET = 10;

    /// One job alone.
    static TunerFigures alone(Contender contender, Testbed testbed, double bestBps, int seconds, long seed) {
        return run(contender, testbed, new double[1], bestBps, seconds, seed);
    }

    /// Three jobs, of which one more joins in each third.
    static TunerFigures competing(Contender contender, Testbed testbed, double bestBps, int seconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double third = seconds / 3.0;
        double[] joins = {0, third + OFFSET * random.nextDouble(), 2 * third - OFFSET * random.nextDouble()};
        return run(contender, testbed, joins, bestBps, seconds, seed);
    }

    private static TunerFigures run(
            Contender contender, Testbed testbed, double[] joins, double bestBps, int seconds, long seed) {
        List<FileBatch> files = Contender.files();
        Team team = contender.maker().make(testbed, files, joins, seed);
        Contender.replay(testbed, team, seed).run(seconds);
        List<JobSeries> series = team.jobs().stream().map(Job::series).toList();
        // The last third of the time; of competing jobs the part in which all have been there for a while.
        int from = joins.length == 1 ? 2 * seconds / 3 : 5 * seconds / 6;
        double sum = 0;
        double squares = 0;
        double all = 0;
        double connections = 0;
        for (JobSeries one : series) {
            all += one.meanBps(0, seconds);
            double share = one.meanBps(from, seconds);
            sum += share;
            squares += share * share;
            connections += one.meanConnections(from, seconds);
        }
        // Even shares may come to a last bit above one.
        double jain =
                joins.length == 1 || !(squares > 0) ? Double.NaN : Math.min(1, sum * sum / (joins.length * squares));
        return new TunerFigures(
                all / bestBps,
                series.getFirst().reaches(NINETY * bestBps, WINDOW),
                connections,
                series.getFirst().meanLoss(from, seconds),
                jain);
    }
}
