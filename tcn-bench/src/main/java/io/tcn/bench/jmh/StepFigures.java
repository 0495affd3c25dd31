// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import io.tcn.bench.BenchResult;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Figures, aims and table of the measurements.
final class StepFigures {
    private static final int MEDIUM = 10_000;
    private static final int LARGE = 100_000;

    /// The default optimizer with all that it has to keep.
    static final String WITH_GUARANTEES = "tcn, guarantees";

    /// Milliseconds per step, on one core.
    private static final Map<String, Double> MEDIUM_AIMS =
            Map.of("tcn-first", 50.0, "tcn-learned", 250.0, "tcn", 250.0, WITH_GUARANTEES, 50.0);

    private static final double LARGE_AIM = 3_000;
    private static final double LARGE_AIM_WITH_GUARANTEES = 1_500;

    /// What still is close to linear: the caches of a processor alone make some tenths.
    private static final double GROWTH_AIM = 1.25;

    private StepFigures() {}

    /// @param measurements by what is measured, sizes rising
    static BenchResult of(List<StepMeasurement> measurements) {
        List<Figure> figures = new ArrayList<>();
        List<String> table = new ArrayList<>();
        table.add(String.format(
                Locale.ROOT,
                "%-12s %7s %11s %11s %12s %9s %10s %7s  %-15s %s",
                "step",
                "pipes",
                "core ms",
                "elapsed ms",
                "allocated kB",
                "us/pipe",
                "ns/element",
                "growth",
                "aim",
                "met"));
        StepMeasurement smaller = null;
        for (StepMeasurement measured : measurements) {
            boolean sameKind = smaller != null && smaller.what().equals(measured.what());
            Double growth = sameKind && smaller != null ? (Double) measured.growthFrom(smaller) : null;
            figures.addAll(figures(measured, smaller, growth));
            table.add(row(measured, growth));
            smaller = measured;
        }
        return new BenchResult(figures, table, Map.of());
    }

    private static List<Figure> figures(
            StepMeasurement measured, @Nullable StepMeasurement smaller, @Nullable Double growth) {
        String name = measured.what() + ", " + measured.pipes() + " pipes";
        List<Figure> figures = new ArrayList<>(List.of(
                new Figure(name, measured.millis(), "ms", aim(measured)),
                Figure.of(name + ", elapsed", measured.elapsedNanos() / 1e6, "ms"),
                Figure.of(name + ", allocated", measured.bytes(), "B"),
                Figure.of(name + ", per pipe", measured.nanos() / measured.pipes(), "ns"),
                Figure.of(name + ", per path element", measured.nanos() / measured.pathLength(), "ns")));
        if (growth != null && smaller != null) {
            figures.add(new Figure(name + ", growth from " + smaller.pipes(), growth, "", growthAim(measured)));
        }
        return figures;
    }

    private static String row(StepMeasurement measured, @Nullable Double growth) {
        List<Figure> aimed = new ArrayList<>();
        Aim time = aim(measured);
        Aim slope = growthAim(measured);
        if (time != null) {
            aimed.add(new Figure("time", measured.millis(), "ms", time));
        }
        if (slope != null && growth != null) {
            aimed.add(new Figure("growth", growth, "", slope));
        }
        return String.format(
                        Locale.ROOT,
                        "%-12s %7d %11.4f %11.4f %12.1f %9.3f %10.2f %7s  %-15s %s",
                        measured.what(),
                        measured.pipes(),
                        measured.millis(),
                        measured.elapsedNanos() / 1e6,
                        measured.bytes() / 1e3,
                        measured.nanos() / 1e3 / measured.pipes(),
                        measured.nanos() / measured.pathLength(),
                        growth == null ? "" : String.format(Locale.ROOT, "%.2f", growth),
                        String.join(
                                ", ",
                                aimed.stream()
                                        .map(figure -> String.valueOf(figure.aim()))
                                        .toList()),
                        String.join(", ", aimed.stream().map(StepFigures::met).toList()))
                .stripTrailing();
    }

    private static String met(Figure figure) {
        return Boolean.TRUE.equals(figure.met()) ? "yes" : "NO";
    }

    private static @Nullable Aim aim(StepMeasurement measured) {
        Double medium = MEDIUM_AIMS.get(measured.what());
        if (medium == null) {
            return null;
        }
        return switch (measured.pipes()) {
            case MEDIUM -> Aim.atMost(medium);
            case LARGE -> Aim.atMost(measured.what().equals(WITH_GUARANTEES) ? LARGE_AIM_WITH_GUARANTEES : LARGE_AIM);
            default -> null;
        };
    }

    /// From small to medium sizes it is what does not depend on the size that counts; from there on it is the growth.
    private static @Nullable Aim growthAim(StepMeasurement measured) {
        boolean aimed = MEDIUM_AIMS.containsKey(measured.what()) && measured.pipes() == LARGE;
        return aimed ? Aim.atMost(GROWTH_AIM) : null;
    }
}
