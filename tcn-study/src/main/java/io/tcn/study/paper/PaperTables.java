// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.sim.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The tables of a study.
final class PaperTables {
    /// Columns of the table of claims, beside the claim itself.
    private static final List<Contestant> COLUMNS = List.of(
            Contestant.ZERO,
            Contestant.FIRST_PLAIN,
            Contestant.FIRST,
            Contestant.LEARNED,
            Contestant.DEFAULT,
            Contestant.FTS,
            Contestant.OPTIMUM);

    private PaperTables() {}

    /// Claim, setting, the paper's ratio, ours.
    static Table claims(PaperResult result) {
        List<String> header = new ArrayList<>(List.of("section", "claim", "controls", "against", "paper"));
        COLUMNS.forEach(contestant -> header.add(contestant.id()));
        header.addAll(List.of("bound", "|ln(ratio / paper)|", "paper's algorithm"));
        List<List<String>> rows = new ArrayList<>();
        for (ClaimRow row : result.rows()) {
            Claim claim = row.claim();
            List<String> cells = new ArrayList<>(List.of(
                    claim.section(),
                    claim.words(),
                    claim.experiment().controls().words(),
                    claim.reference().id(),
                    ratio(claim.paper())));
            for (Contestant contestant : COLUMNS) {
                cells.add(row.ratios().containsKey(contestant) ? spread(row.ratioOf(contestant)) : "");
            }
            cells.add(
                    claim.quantity() == Quantity.CONVERGENCE
                            ? ""
                            : ratio(row.idealRatio().median()));
            cells.add(ratio(row.deviation()));
            cells.add(verdict(row));
            rows.add(cells);
        }
        return new Table(header, rows, 4);
    }

    private static String verdict(ClaimRow row) {
        if (row.isReproduced()) {
            return "reached";
        }
        boolean possible = row.claim().quantity() == Quantity.CONVERGENCE
                || row.idealRatio().median() >= row.claim().paper();
        return possible ? "below" : "not possible here";
    }

    /// The quantities themselves, with the bound and the part of it that was reached.
    static Table values(PaperResult result) {
        List<String> header = List.of(
                "section",
                "claim",
                "controls",
                "quantity",
                "optimizer",
                "median",
                "10 %",
                "90 %",
                "bound",
                "of it / %");
        List<List<String>> rows = new ArrayList<>();
        for (ClaimRow row : result.rows()) {
            Claim claim = row.claim();
            row.values()
                    .forEach((contestant, figures) -> rows.add(List.of(
                            claim.section(),
                            claim.words(),
                            claim.experiment().controls().words(),
                            claim.quantity().words()
                                    + (claim.quantity().unit().isEmpty()
                                            ? ""
                                            : " / " + claim.quantity().unit()),
                            contestant.id(),
                            number(figures.median()),
                            number(figures.low()),
                            number(figures.high()),
                            claim.quantity() == Quantity.CONVERGENCE
                                    ? ""
                                    : number(row.ideal().median()),
                            row.shares().containsKey(contestant) && claim.quantity() != Quantity.CONVERGENCE
                                    ? number(100 * row.shares().get(contestant).median())
                                    : "")));
        }
        return new Table(header, rows, 5);
    }

    /// The theorems of section 4.2.
    static Table theorems(PaperResult result) {
        List<List<String>> rows = result.theorems().stream()
                .map(check -> List.of(
                        check.name(),
                        check.says(),
                        check.tried(),
                        check.seen(),
                        check.holds() ? "holds" : "does not hold"))
                .toList();
        return new Table(List.of("", "says", "tried on", "seen", ""), rows, 5);
    }

    /// Ratio of the paper's algorithm and of TCN at every point.
    static Table sensitivity(PaperResult result) {
        List<String> header = new ArrayList<>(List.of("parameter", "value"));
        List<Claim> claims = Sensitivity.followed(result.plan().claims());
        for (Claim claim : claims) {
            header.add(claim.section() + " " + claim.words() + ", "
                    + claim.experiment().controls().words() + " (" + ratio(claim.paper()) + ")");
        }
        List<List<String>> rows = new ArrayList<>();
        for (Sensitivity.Row row : result.sensitivity()) {
            List<String> cells =
                    new ArrayList<>(List.of(row.point().parameter(), row.point().value()));
            for (Claim claim : claims) {
                ClaimRow found = row.of(claim);
                cells.add(ratio(found.ratioOf(claim.ofPaper()).median()) + " / "
                        + ratio(found.ratioOf(Contestant.DEFAULT).median()));
            }
            rows.add(cells);
        }
        return new Table(header, rows, 2);
    }

    private static String spread(Figures figures) {
        return ratio(figures.median()) + " [" + ratio(figures.low()) + ".." + ratio(figures.high()) + "]";
    }

    private static String ratio(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, value < 99.5 ? "%.2f" : "%.0f", value);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, Math.abs(value) < 99.95 ? "%.1f" : "%.0f", value);
    }
}
