// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/// The figures of one run. A share is what was moved over the clairvoyant optimum of the same interval. What the run is
/// too short for, or what its family does not have, is NaN; what never happened is infinite.
///
/// @param values the figures by kind
/// @param shares the share in each interval
record RunFigures(Map<Kind, Double> values, List<Double> shares) {
    /// The mean over this many intervals counts, so that a single lucky or unlucky one does not.
    static final int WINDOW = 5;

    static final double GOOD = 0.9;

    /// A share counts as reached once it stays for this many windows.
    static final int STAYS = 10;

    static final int SETTLED = 20;

    /// What is worked out of a run.
    enum Kind {
        SHARE_20("share@20"),
        SHARE_60("share@60"),
        SHARE_100("share@100"),
        SHARE_200("share@200"),
        LEAST_SHARE("least share from 20 on"),
        MEAN_SHARE("mean share from 20 on"),
        KEPT_SHARE("mean share within the bounds from 20 on"),
        TO_90("intervals to 90 %"),
        BACK_TO_90("intervals back to 90 %"),
        VIOLATION_MEAN("mean violation from 20 on"),
        VIOLATION_WORST("worst violation of all intervals"),
        VIOLATION_SHARE("part of bounds and intervals broken from 20 on"),
        VIOLATION_CONNECTIONS("worst violation of all intervals, in connections"),
        SHORT_MEAN("mean shortfall of guarantees from 20 on"),
        SHORT_SHARE("part of guarantees and intervals short by more than 5 % from 20 on"),
        CLEARLY_SHORT_SHARE("the same, and by more than a connection"),
        SHORT_WORST("worst shortfall of a guarantee from 20 on"),
        EVENNESS("evenness of full links by weight from 20 on"),
        OSCILLATION("connections moved per interval from 20 on"),
        OVER_NEEDED("connections over needed from 20 on"),
        CONNECTIONS("mean connections"),
        CONNECTIONS_OF_OPTIMUM("connections of the optimum");

        private final String inWords;

        Kind(String inWords) {
            this.inWords = inWords;
        }

        /// As results name it.
        String inWords() {
            return inWords;
        }
    }

    double get(Kind kind) {
        return values.getOrDefault(kind, Double.NaN);
    }

    /// @param trace what happened
    /// @param optimumBps the optimum of each interval, in bit/s
    /// @param optimumConnections its connections
    /// @param changeAfter how many intervals had passed when the network changed, 0 if it did not
    /// @param bounded whether there are bounds
    static RunFigures of(
            Trace trace, double[] optimumBps, double[] optimumConnections, int changeAfter, boolean bounded) {
        int intervals = trace.intervals();
        double[] share = new double[intervals];
        double[] kept = new double[intervals];
        for (int k = 0; k < intervals; k++) {
            // Where nothing can be moved, nothing is missing.
            share[k] = optimumBps[k] > 0 ? trace.totalBps[k] / optimumBps[k] : 1;
            kept[k] = optimumBps[k] > 0 ? trace.keptBps[k] / optimumBps[k] : 1;
        }
        Map<Kind, Double> values = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            double value = switch (kind) {
                case SHARE_20 -> shareAt(share, 20);
                case SHARE_60 -> shareAt(share, 60);
                case SHARE_100 -> shareAt(share, 100);
                case SHARE_200 -> shareAt(share, 200);
                case LEAST_SHARE -> least(share, SETTLED - 1);
                case MEAN_SHARE -> mean(share, SETTLED - 1, intervals);
                case KEPT_SHARE -> bounded ? mean(kept, SETTLED - 1, intervals) : Double.NaN;
                case TO_90 -> intervalsTo(kept, 0, changeAfter > 0 ? Math.min(changeAfter, intervals) : intervals);
                case BACK_TO_90 -> changeAfter > 0 ? intervalsTo(kept, changeAfter, intervals) : Double.NaN;
                case VIOLATION_MEAN -> bounded ? mean(trace.meanExcess, SETTLED - 1, intervals) : Double.NaN;
                case VIOLATION_WORST -> bounded ? most(trace.worstExcess) : Double.NaN;
                case VIOLATION_SHARE -> bounded ? mean(trace.brokenPart, SETTLED - 1, intervals) : Double.NaN;
                case VIOLATION_CONNECTIONS -> bounded ? most(trace.excessConnections) : Double.NaN;
                case SHORT_MEAN -> mean(trace.meanShort, SETTLED - 1, intervals);
                case SHORT_SHARE -> mean(trace.shortPart, SETTLED - 1, intervals);
                case CLEARLY_SHORT_SHARE -> mean(trace.clearlyShortPart, SETTLED - 1, intervals);
                case SHORT_WORST -> mostFrom(trace.worstShort, SETTLED - 1);
                case EVENNESS -> meanOfKnown(trace.evenness, SETTLED - 1);
                case OSCILLATION -> ratio(trace.moves, trace.connections, intervals);
                case OVER_NEEDED -> ratio(trace.connections, optimumConnections, intervals);
                case CONNECTIONS -> mean(trace.connections, 0, intervals);
                case CONNECTIONS_OF_OPTIMUM -> mean(optimumConnections, 0, intervals);
            };
            values.put(kind, value);
        }
        return new RunFigures(values, DoubleStream.of(share).boxed().toList());
    }

    private static double shareAt(double[] share, int interval) {
        return interval > share.length ? Double.NaN : mean(share, interval - WINDOW, interval);
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += values[k];
        }
        return to > from ? sum / (to - from) : Double.NaN;
    }

    private static double ratio(double[] values, double[] of, int intervals) {
        double all = mean(of, SETTLED - 1, intervals);
        return all > 0 ? mean(values, SETTLED - 1, intervals) / all : Double.NaN;
    }

    private static double least(double[] values, int from) {
        double least = Double.POSITIVE_INFINITY;
        for (int k = from; k < values.length; k++) {
            least = Math.min(least, values[k]);
        }
        return Double.isInfinite(least) ? Double.NaN : least;
    }

    private static double mostFrom(double[] values, int from) {
        return from < values.length ? most(Arrays.copyOfRange(values, from, values.length)) : Double.NaN;
    }

    private static double meanOfKnown(double[] values, int from) {
        return Arrays.stream(values)
                .skip(from)
                .filter(value -> !Double.isNaN(value))
                .average()
                .orElse(Double.NaN);
    }

    private static double most(double[] values) {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }

    /// How many intervals pass until the share is good: the least k such that from k on the next [#STAYS] windows are
    /// good on average. Infinite if there is none.
    private static double intervalsTo(double[] share, int from, int to) {
        int good = 0;
        for (int begin = from; begin + WINDOW <= to; begin++) {
            good = mean(share, begin, begin + WINDOW) >= GOOD ? good + 1 : 0;
            if (good == STAYS) {
                return begin - STAYS + 1 - from;
            }
        }
        return Double.POSITIVE_INFINITY;
    }
}
