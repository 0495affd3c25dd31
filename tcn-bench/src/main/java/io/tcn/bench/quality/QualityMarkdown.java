// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchException;
import io.tcn.bench.QualitySettings;
import io.tcn.bench.quality.RunFigures.Kind;
import io.tcn.bench.report.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Results as markdown for docs/benchmarks/control.md: one table over all families, then a table per family.
final class QualityMarkdown {
    /// A column: its head, what it shows, and by how much that is multiplied.
    private record Column(String head, Kind kind, double factor, String form) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("@20 %", Kind.SHARE_20, 100, "%.1f"),
            new Column("@60 %", Kind.SHARE_60, 100, "%.1f"),
            new Column("@200 %", Kind.SHARE_200, 100, "%.1f"),
            new Column("mean %", Kind.MEAN_SHARE, 100, "%.1f"),
            new Column("within bounds %", Kind.KEPT_SHARE, 100, "%.1f"),
            new Column("connections / needed", Kind.OVER_NEEDED, 1, "%.2f"),
            new Column("moved / interval %", Kind.OSCILLATION, 100, "%.1f"),
            new Column("violation %", Kind.VIOLATION_MEAN, 100, "%.2f"),
            new Column("broken %", Kind.VIOLATION_SHARE, 100, "%.1f"),
            new Column("worst %", Kind.VIOLATION_WORST, 100, "%.0f"),
            new Column("worst, connections", Kind.VIOLATION_CONNECTIONS, 1, "%.1f"),
            new Column("missing of guarantees %", Kind.SHORT_MEAN, 100, "%.2f"),
            new Column("short by 5 % %", Kind.SHORT_SHARE, 100, "%.1f"),
            new Column("and by a connection %", Kind.CLEARLY_SHORT_SHARE, 100, "%.1f"),
            new Column("worst shortfall %", Kind.SHORT_WORST, 100, "%.0f"),
            new Column("evenness", Kind.EVENNESS, 1, "%.2f"));

    private QualityMarkdown() {}

    /// Writes the file, all of it or nothing.
    ///
    /// @throws BenchException if it cannot be written
    static void write(Path file, QualitySettings settings, List<FamilyResult> results) throws BenchException {
        String text = String.join("\n", lines(settings, results)) + "\n";
        try {
            WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unwritable) {
            throw new BenchException("the tables cannot be written to " + file + " (" + unwritable + ")", unwritable);
        }
    }

    static List<String> lines(QualitySettings settings, List<FamilyResult> results) {
        List<String> lines = new ArrayList<>();
        lines.add("Seeds " + settings.seeds().getFirst() + " to "
                + settings.seeds().getLast() + " (" + settings.seeds().size() + "), " + settings.intervals()
                + " intervals. Medians over the seeds.");
        lines.add("");
        overview(settings, results, lines);
        for (FamilyResult result : results) {
            lines.add("");
            table(result, lines);
        }
        return lines;
    }

    /// Share of the optimum at interval 60, or at 20 of shorter runs, with the least of all seeds of the first
    /// optimizer. Under bounds what keeps them counts, from interval 20 on: breaking them is no merit.
    private static void overview(QualitySettings settings, List<FamilyResult> results, List<String> lines) {
        Kind free = settings.intervals() >= 60 ? Kind.SHARE_60 : Kind.SHARE_20;
        List<String> optimizers = results.getFirst().optimizers();
        lines.add("| " + free.inWords() + ", % | " + String.join(" | ", optimizers) + " | worst seed of "
                + optimizers.getFirst() + " | gap |");
        lines.add("|---|" + "---:|".repeat(optimizers.size() + 2));
        for (FamilyResult result : results) {
            Kind kind = result.family().isBounded() ? Kind.KEPT_SHARE : free;
            StringBuilder line = new StringBuilder(
                    "| " + result.family().name() + (result.family().isBounded() ? ", within bounds" : "") + " |");
            for (String optimizer : optimizers) {
                line.append(' ')
                        .append(number(100 * result.percentiles(optimizer, kind).median(), "%.1f"))
                        .append(" |");
            }
            double worst = result.least(optimizers.getFirst(), kind);
            line.append(' ').append(number(100 * worst, "%.1f")).append(" |");
            line.append(' ')
                    .append(number(100 * result.percentiles(SeedResult::gap).median(), "%.2f"))
                    .append(" |");
            lines.add(line.toString());
        }
    }

    private static void table(FamilyResult result, List<String> lines) {
        lines.add("**" + result.family().name() + "**: " + result.family().describes() + ". Needed: "
                + number(result.percentiles(SeedResult::connections).median(), "%.0f") + " connections.");
        lines.add("");
        List<Column> columns = COLUMNS.stream()
                .filter(column -> result.optimizers().stream()
                        .anyMatch(optimizer -> Double.isFinite(
                                result.percentiles(optimizer, column.kind()).median())))
                .toList();
        lines.add("| optimizer | "
                + String.join(" | ", columns.stream().map(Column::head).toList()) + " |");
        lines.add("|---|" + "---:|".repeat(columns.size()));
        for (String optimizer : result.optimizers()) {
            StringBuilder line = new StringBuilder("| `" + optimizer + "` |");
            for (Column column : columns) {
                Percentiles value = result.percentiles(optimizer, column.kind());
                line.append(' ').append(cell(value, column)).append(" |");
            }
            lines.add(line.toString());
        }
    }

    private static String cell(Percentiles value, Column column) {
        String middle = number(column.factor() * value.median(), column.form());
        String low = number(column.factor() * value.low(), column.form());
        String high = number(column.factor() * value.high(), column.form());
        return low.equals(high) ? middle : middle + " [" + low + ".." + high + "]";
    }

    private static String number(double value, String form) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, form, value) : "-";
    }
}
