// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchResult;
import io.tcn.bench.QualitySettings;
import io.tcn.bench.quality.RunFigures.Kind;
import io.tcn.bench.report.Aim;
import io.tcn.bench.report.Figure;
import io.tcn.sim.report.Columns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Results as figures, as a table per family and as JSON.
final class QualityReport {
    /// A column of the table: what, and how it is written.
    private record Column(String head, Kind kind, boolean percent) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("@20 %", Kind.SHARE_20, true),
            new Column("@60 %", Kind.SHARE_60, true),
            new Column("@100 %", Kind.SHARE_100, true),
            new Column("@200 %", Kind.SHARE_200, true),
            new Column("least %", Kind.LEAST_SHARE, true),
            new Column("kept %", Kind.KEPT_SHARE, true),
            new Column("to 90", Kind.TO_90, false),
            new Column("back to 90", Kind.BACK_TO_90, false),
            new Column("violation %", Kind.VIOLATION_MEAN, true),
            new Column("worst %", Kind.VIOLATION_WORST, true),
            new Column("broken %", Kind.VIOLATION_SHARE, true),
            new Column("short 5 %", Kind.SHORT_SHARE, true),
            new Column("short conn %", Kind.CLEARLY_SHORT_SHARE, true),
            new Column("worst short %", Kind.SHORT_WORST, true),
            new Column("evenness %", Kind.EVENNESS, true),
            new Column("moved %", Kind.OSCILLATION, true),
            new Column("over needed %", Kind.OVER_NEEDED, true),
            new Column("connections", Kind.CONNECTIONS, false));

    private QualityReport() {}

    static BenchResult of(QualitySettings settings, List<FamilyResult> results) {
        List<Figure> figures = new ArrayList<>();
        List<String> table = new ArrayList<>();
        List<Figure> aims = QualityAims.of(results, settings.intervals());
        figures.addAll(aims);
        for (FamilyResult result : results) {
            addFigures(result, figures);
            table.addAll(tableOf(result));
            table.add("");
        }
        table.addAll(aimsInWords(aims));
        return new BenchResult(figures, table, details(settings, results));
    }

    private static void addFigures(FamilyResult result, List<Figure> figures) {
        String family = result.family().name();
        figures.add(Figure.of(
                family + ": optimum", result.percentiles(SeedResult::optimumBps).median() / 1e9, "Gbit/s"));
        figures.add(Figure.of(
                family + ": gap to the linear program",
                result.percentiles(SeedResult::gap).median(),
                ""));
        for (String optimizer : result.optimizers()) {
            for (Kind kind : Kind.values()) {
                double median = result.percentiles(optimizer, kind).median();
                if (Double.isFinite(median)) {
                    figures.add(Figure.of(family + ", " + optimizer + ": " + kind.inWords(), median, ""));
                }
            }
        }
    }

    private static List<String> tableOf(FamilyResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(result.family().name() + ": " + result.family().describes());
        Percentiles gap = result.percentiles(SeedResult::gap);
        lines.add(String.format(
                Locale.ROOT,
                "  optimum %.0f Gbit/s with %.0f connections; linear program %.0f Gbit/s, gap %.2f %% [%.2f-%.2f]",
                result.percentiles(SeedResult::optimumBps).median() / 1e9,
                result.percentiles(SeedResult::connections).median(),
                result.percentiles(SeedResult::ceilingBps).median() / 1e9,
                100 * gap.median(),
                100 * gap.low(),
                100 * gap.high()));
        long broken = result.seeds().stream().filter(seed -> seed.excess() > 0).count();
        if (broken > 0) {
            lines.add("  for " + broken
                    + " seeds no n was found that keeps all bounds: their optimum is the n that breaks"
                    + " them least");
        }
        List<Column> columns = COLUMNS.stream()
                .filter(column -> result.optimizers().stream()
                        .anyMatch(optimizer -> !Double.isNaN(
                                result.percentiles(optimizer, column.kind()).median())))
                .toList();
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("optimizer"));
        columns.forEach(column -> head.add(column.head()));
        rows.add(head);
        for (String optimizer : result.optimizers()) {
            List<String> row = new ArrayList<>(List.of(optimizer));
            for (Column column : columns) {
                row.add(cell(result.percentiles(optimizer, column.kind()), column.percent()));
            }
            rows.add(row);
        }
        lines.addAll(align(rows));
        return lines;
    }

    private static String cell(Percentiles value, boolean percent) {
        String middle = number(value.median(), percent);
        String low = number(value.low(), percent);
        String high = number(value.high(), percent);
        return low.equals(high) ? middle : middle + " [" + low + ".." + high + "]";
    }

    /// A dash for what never happened.
    private static String number(double value, boolean percent) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        double shown = percent ? 100 * value : value;
        return String.format(Locale.ROOT, percent ? "%.1f" : "%.0f", shown);
    }

    private static List<String> align(List<List<String>> rows) {
        return Columns.align(rows, column -> column == 0).stream()
                .map(line -> "  " + line)
                .toList();
    }

    private static List<String> aimsInWords(List<Figure> aims) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("aim", "median", "wanted", "met", "by"));
        for (Figure figure : aims) {
            Aim aim = figure.aim();
            if (aim != null) {
                rows.add(List.of(
                        figure.name(),
                        String.format(Locale.ROOT, "%.4f", figure.value()),
                        aim.toString(),
                        aim.isMetBy(figure.value()) ? "yes" : "NO",
                        String.format(Locale.ROOT, "%+.4f", figure.value() - aim.limit())));
            }
        }
        return rows.size() > 1 ? align(rows) : List.of();
    }

    private static Map<String, Object> details(QualitySettings settings, List<FamilyResult> results) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("seeds", settings.seeds());
        details.put("intervals", settings.intervals());
        List<Object> families = new ArrayList<>();
        for (FamilyResult result : results) {
            Map<String, Object> family = new LinkedHashMap<>();
            family.put("name", result.family().name());
            family.put("describes", result.family().describes());
            Map<String, Object> optimum = new LinkedHashMap<>();
            optimum.put("reachableBps", toJson(result.percentiles(SeedResult::optimumBps)));
            optimum.put("linearProgramBps", toJson(result.percentiles(SeedResult::ceilingBps)));
            optimum.put("gap", toJson(result.percentiles(SeedResult::gap)));
            optimum.put("connections", toJson(result.percentiles(SeedResult::connections)));
            family.put("optimum", optimum);
            Map<String, Object> optimizers = new LinkedHashMap<>();
            for (String optimizer : result.optimizers()) {
                Map<String, Object> figures = new LinkedHashMap<>();
                for (Kind kind : Kind.values()) {
                    figures.put(kind.inWords(), toJson(result.percentiles(optimizer, kind)));
                }
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("figures", figures);
                entry.put("medianShares", roundedShares(result.medianShares(optimizer)));
                optimizers.put(optimizer, entry);
            }
            family.put("optimizers", optimizers);
            families.add(family);
        }
        details.put("families", families);
        return details;
    }

    private static Map<String, @Nullable Double> toJson(Percentiles value) {
        Map<String, @Nullable Double> json = new LinkedHashMap<>();
        json.put("p10", finite(value.low()));
        json.put("median", finite(value.median()));
        json.put("p90", finite(value.high()));
        return json;
    }

    /// Four digits are enough for a curve.
    private static List<Double> roundedShares(List<Double> shares) {
        return shares.stream().map(share -> Math.round(share * 1e4) / 1e4).toList();
    }

    private static @Nullable Double finite(double value) {
        return Optional.of(value).filter(Double::isFinite).orElse(null);
    }
}
