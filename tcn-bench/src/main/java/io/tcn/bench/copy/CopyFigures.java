// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import io.tcn.bench.report.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// From rounds to figures.
final class CopyFigures {
    static final double MIN_RATIO = 0.9;
    static final long MAX_HEAP_MEBIBYTES = 256;
    private static final double MEGA = 1e6;
    private static final double MEBI = 1 << 20;
    private static final String RATE = "MB/s";

    private CopyFigures() {}

    /// @param rounds at least one
    /// @param last of the last copy; its peaks are those of all
    static List<Figure> of(List<CopyRound> rounds, CopyTimes last) {
        double tcn = median(rounds, CopyRound::tcn);
        double tcnBytes = median(rounds, CopyRound::tcnBytes);
        double curl = median(rounds, CopyRound::curl);
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("TCN / curl, whole attempt", tcn / curl, "", Aim.atLeast(MIN_RATIO)));
        figures.add(Figure.of("TCN / curl, bytes only", tcnBytes / curl, ""));
        figures.add(new Figure(
                "peak heap of the copying JVM", last.peakHeapBytes() / MEBI, "MiB", Aim.atMost(MAX_HEAP_MEBIBYTES)));
        figures.add(Figure.of("limit of that heap", last.maxHeapBytes() / MEBI, "MiB"));
        figures.add(Figure.of("peak memory of that process", last.peakMemoryBytes() / MEBI, "MiB"));
        figures.add(Figure.of("TCN, whole attempt, median", tcn / MEGA, RATE));
        figures.add(Figure.of("TCN, bytes only, median", tcnBytes / MEGA, RATE));
        figures.add(Figure.of("curl, median", curl / MEGA, RATE));
        for (int i = 0; i < rounds.size(); i++) {
            CopyRound round = rounds.get(i);
            String name = "round " + (i + 1) + ": ";
            figures.add(Figure.of(name + "TCN, whole attempt", round.tcn() / MEGA, RATE));
            figures.add(Figure.of(name + "TCN, bytes only", round.tcnBytes() / MEGA, RATE));
            figures.add(Figure.of(name + "curl", round.curl() / MEGA, RATE));
            figures.add(Figure.of(name + "TCN / curl, whole attempt", round.tcn() / round.curl(), ""));
        }
        return figures;
    }

    private static double median(List<CopyRound> rounds, ToDoubleFunction<CopyRound> figure) {
        return Median.of(rounds.stream().mapToDouble(figure).toArray());
    }
}
