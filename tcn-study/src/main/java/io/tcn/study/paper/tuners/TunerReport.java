// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import io.tcn.sim.report.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Rows as tables: for the terminal, and as files.
public final class TunerReport {
    private static final int TEXT_COLUMNS = 4;
    /// What is left of rounding.
    private static final double NOTHING = 1e-9;

    private static final List<String> HEADER = List.of(
            "paper",
            "where",
            "claim",
            "setting",
            "paper's",
            "ours",
            "10 %",
            "90 %",
            "best static",
            "unit",
            "reproduced if",
            "reproduced",
            "remark");

    private final List<TunerRow> rows;

    public TunerReport(List<TunerRow> rows) {
        this.rows = List.copyOf(rows);
    }

    /// The table on the terminal, with the count below and the remarks as numbered lines.
    public List<String> lines() {
        List<List<String>> cells = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        for (TunerRow row : rows) {
            List<String> line = new ArrayList<>(cells(row));
            String remark = line.removeLast();
            if (!remark.isEmpty()) {
                remarks.add("(" + (remarks.size() + 1) + ") " + remark);
            }
            line.add(remark.isEmpty() ? "" : "(" + remarks.size() + ")");
            cells.add(line);
        }
        List<String> lines = new ArrayList<>(new Table(HEADER, cells, TEXT_COLUMNS).toLines());
        lines.add("");
        lines.add(summary());
        lines.addAll(remarks);
        return lines;
    }

    /// `31 of 60 claims reproduced, ...`.
    public String summary() {
        long run = rows.stream()
                .filter(row -> row.verdict() != TunerRow.Verdict.NOT_RUN)
                .count();
        long reached = rows.stream()
                .filter(row -> row.verdict() == TunerRow.Verdict.REACHED)
                .count();
        return reached + " of " + rows.size() + " claims reproduced, " + (run - reached) + " run and not reproduced, "
                + (rows.size() - run) + " not run";
    }

    /// `tuners.csv` and `tuners.md`.
    public Map<String, byte[]> files() {
        Table table = new Table(HEADER, rows.stream().map(TunerReport::cells).toList(), TEXT_COLUMNS);
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("tuners.csv", table.toCsv().getBytes(StandardCharsets.UTF_8));
        files.put("tuners.md", (table.toMarkdown() + "\n" + summary() + "\n").getBytes(StandardCharsets.UTF_8));
        return files;
    }

    private static List<String> cells(TunerRow row) {
        TunerClaim claim = row.claim();
        boolean run = row.verdict() != TunerRow.Verdict.NOT_RUN;
        return List.of(
                row.paper().text(),
                claim.where(),
                claim.says(),
                claim.setting(),
                claim.paper(),
                run ? number(row.percentile(50)) : "",
                run ? number(row.percentile(10)) : "",
                run ? number(row.percentile(90)) : "",
                run ? Double.isNaN(row.best()) ? "-" : number(row.best()) : "",
                claim.unit(),
                run ? rule(claim) : "",
                row.verdict().words(),
                claim.remark());
    }

    private static String rule(TunerClaim claim) {
        if (Double.isInfinite(claim.from())) {
            return "at most " + number(claim.to());
        }
        return Double.isInfinite(claim.to())
                ? "at least " + number(claim.from())
                : number(claim.from()) + " to " + number(claim.to());
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "never";
        }
        double size = Math.abs(value);
        if (size > NOTHING && size < 0.01) {
            return String.format(Locale.ROOT, "%.2g", value);
        }
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
