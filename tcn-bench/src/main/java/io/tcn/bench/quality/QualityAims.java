// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.quality.RunFigures.Kind;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import java.util.ArrayList;
import java.util.List;

/// What the optimizers should reach, in the median over the seeds.
final class QualityAims {
    /// An aim for one optimizer in one family.
    private record Wanted(String family, String optimizer, Kind kind, Aim aim) {}

    private static final List<Wanted> ALL = all();

    private QualityAims() {}

    private static List<Wanted> all() {
        List<Wanted> all = new ArrayList<>();
        for (String optimizer : List.of("tcn-first", "tcn-learned", "tcn")) {
            all.add(new Wanted("bounded-30", optimizer, Kind.MEAN_SHARE, Aim.atLeast(0.99)));
            all.add(new Wanted("bounded-30", optimizer, Kind.VIOLATION_MEAN, Aim.atMost(0.01)));
            all.add(new Wanted("bounded-30", optimizer, Kind.TO_90, Aim.atMost(10)));
        }
        all.add(new Wanted("unbounded-30", "tcn-first", Kind.SHARE_60, Aim.atLeast(0.97)));
        all.add(new Wanted("unbounded-30", "tcn-learned", Kind.SHARE_100, Aim.atLeast(0.95)));
        for (String family : List.of("halved-30", "halved-told-30")) {
            for (String optimizer : List.of("tcn-first", "tcn-learned", "tcn")) {
                all.add(new Wanted(family, optimizer, Kind.BACK_TO_90, Aim.atMost(10)));
            }
        }
        return all;
    }

    /// The aims for which there are results, each as a figure.
    ///
    /// @param intervals what stands for "never"
    static List<Figure> of(List<FamilyResult> results, int intervals) {
        List<Figure> figures = new ArrayList<>();
        for (FamilyResult result : results) {
            for (Wanted wanted : ALL) {
                if (wanted.family().equals(result.family().name())
                        && result.optimizers().contains(wanted.optimizer())) {
                    double median = result.percentiles(wanted.optimizer(), wanted.kind())
                            .median();
                    if (!Double.isNaN(median)) {
                        figures.add(new Figure(
                                "aim of " + wanted.family() + ", " + wanted.optimizer() + ": "
                                        + wanted.kind().inWords(),
                                Double.isInfinite(median) ? intervals : median,
                                "",
                                wanted.aim()));
                    }
                }
            }
        }
        return figures;
    }
}
