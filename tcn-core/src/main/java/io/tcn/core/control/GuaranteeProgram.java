// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The linear programme of [Feasibility]: the greatest theta in `[0, 1]` for which throughputs T >= 0 exist that
/// keep all upper limits and theta times every guarantee.
///
/// T = 0 with theta = 0 always solves it. Groups and rows are scaled to numbers around 1: a group carries at most
/// the largest guarantee that it serves.
final class GuaranteeProgram {
    /// Guarantees of which this much is kept count as kept whole.
    static final double WHOLE = 1 - 1e-6;

    private static final double NO_PRICE = 1e-9;

    private final Map<Integer, Integer> columns = new HashMap<>();
    private double[] units = new double[16];

    private GuaranteeProgram(List<SideCondition> rows) {
        for (SideCondition row : rows) {
            if (row.isGuarantee()) {
                for (int k = 0; k < row.size(); k++) {
                    int column = columns.computeIfAbsent(row.group(k), group -> columns.size());
                    if (column == units.length) {
                        units = Arrays.copyOf(units, 2 * column);
                    }
                    units[column] = Math.max(units[column], row.limitBps());
                }
            }
        }
    }

    /// The answer.
    ///
    /// @param theta the part of all guarantees that can be kept, 0 to 1
    /// @param prices the side conditions that hold theta where it is, with what one bit/s of each is worth; if
    ///     theta is below 1, it is the same without all the rest, and the prices prove that
    /// @param work what it took, in cells gone through
    record Solution(double theta, Map<SideCondition, Double> prices, long work) {
        boolean isWhole() {
            return theta >= WHOLE;
        }

        /// The side conditions that hold theta where it is.
        List<SideCondition> binding() {
            return List.copyOf(prices.keySet());
        }
    }

    /// Solves it.
    ///
    /// @throws DenseSimplex.UnsolvedException if that fails
    static Solution solve(List<SideCondition> rows) {
        return new GuaranteeProgram(rows).run(rows);
    }

    private Solution run(List<SideCondition> rows) {
        int theta = columns.size();
        if (theta == 0) {
            return new Solution(1, Map.of(), 0);
        }
        List<SideCondition> used = new ArrayList<>();
        List<double[]> matrix = new ArrayList<>();
        List<Double> scales = new ArrayList<>();
        for (SideCondition row : rows) {
            double[] coefficients = coefficients(row);
            double scale = row.isGuarantee()
                    ? row.limitBps()
                    : Arrays.stream(coefficients).max().orElse(0);
            // Zero: no group of the programme, nothing that it could limit.
            if (scale > 0) {
                for (int j = 0; j < theta; j++) {
                    coefficients[j] /= row.isGuarantee() ? -scale : scale;
                }
                coefficients[theta] = row.isGuarantee() ? 1 : 0;
                used.add(row);
                matrix.add(coefficients);
                scales.add(scale);
            }
        }
        double[] objective = new double[theta + 1];
        objective[theta] = 1;
        matrix.add(objective);
        double[] limits = new double[matrix.size()];
        for (int i = 0; i < used.size(); i++) {
            SideCondition row = used.get(i);
            limits[i] = row.isGuarantee() ? 0 : row.limitBps() / scales.get(i);
        }
        limits[used.size()] = 1;
        DenseSimplex.Solution found = DenseSimplex.solve(matrix.toArray(double[][]::new), limits, objective);
        Map<SideCondition, Double> prices = new LinkedHashMap<>();
        for (int i = 0; i < used.size(); i++) {
            if (found.prices()[i] > NO_PRICE) {
                prices.put(used.get(i), found.prices()[i] / scales.get(i));
            }
        }
        return new Solution(Math.clamp(found.worth(), 0, 1), prices, found.work());
    }

    /// The units of a row's groups, 0 elsewhere, one entry more at the end for theta.
    private double[] coefficients(SideCondition row) {
        double[] coefficients = new double[columns.size() + 1];
        for (int k = 0; k < row.size(); k++) {
            Integer column = columns.get(row.group(k));
            if (column != null) {
                coefficients[column] = units[column];
            }
        }
        return coefficients;
    }
}
