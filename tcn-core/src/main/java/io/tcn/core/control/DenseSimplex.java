// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import java.util.Arrays;

/// The simplex method for `max c x` with `A x <= b`, `x >= 0`, where `b >= 0`: x = 0 is a solution to begin with,
/// so that one phase is enough. Gives x and the prices y of the rows.
///
/// A condensed tableau (basic variables as rows, the others as columns), the column of the largest gain first. Rows
/// get a little more than b, each another little, so that no two are tight at once: that keeps it from standing
/// still where many b are 0. The answer is checked: x must keep all rows, y must be a solution of the dual
/// programme, and both must be worth the same, which proves that no x is better. What is given back is worth
/// exactly y b, without the little.
///
/// Cost: O(rows x columns) per pivot; pivots are mostly a small multiple of the rows. ADR 0009 says why not a
/// library.
final class DenseSimplex {
    private static final double EPSILON = 1e-9;
    private static final double LITTLE = 1e-9;
    private static final double ACCURACY = 1e-6;
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    private final double[][] tableau;
    private final double[] right;
    private final double[] gain;
    /// The variable of each row: below `columns` an x, else the slack of row `variable - columns`.
    private final int[] rowVariables;

    private final int[] columnVariables;
    private double worth;
    private long pivots;

    private DenseSimplex(double[][] rows, double[] limits, double[] objective) {
        this.tableau = new double[rows.length][];
        this.right = new double[rows.length];
        this.rowVariables = new int[rows.length];
        this.columnVariables = new int[objective.length];
        for (int i = 0; i < rows.length; i++) {
            tableau[i] = rows[i].clone();
            right[i] = limits[i] + little(i, limits[i]);
            rowVariables[i] = objective.length + i;
        }
        this.gain = objective.clone();
        Arrays.setAll(columnVariables, j -> j);
    }

    private static double little(int row, double limit) {
        return LITTLE * (1 + GOLDEN * (row + 1) % 1.0) * Math.max(1, limit);
    }

    /// The answer.
    ///
    /// @param worth of the best x
    /// @param prices of the rows: what one more of a limit would gain
    /// @param work cells of the tableau that were gone through
    @SuppressWarnings("ArrayRecordComponent") // handed over once, inside this package only
    record Solution(double worth, double[] prices, long work) {}

    /// No answer was found, or a wrong one.
    static final class UnsolvedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnsolvedException(String message) {
            super(message);
        }
    }

    /// Solves it.
    ///
    /// @param rows A, with numbers around 1
    /// @param limits b, zero or more
    /// @param objective c; the objective must have a limit
    /// @throws UnsolvedException if rounding spoils the answer or there are too many pivots
    static Solution solve(double[][] rows, double[] limits, double[] objective) {
        DenseSimplex simplex = new DenseSimplex(rows, limits, objective);
        long most = 50L * (rows.length + objective.length) + 1000;
        while (simplex.pivot()) {
            if (simplex.pivots > most) {
                throw new UnsolvedException("more than " + most + " pivots");
            }
        }
        double[] prices = simplex.prices();
        check(rows, limits, objective, simplex.x(), prices);
        double dual = 0;
        double withLittle = 0;
        for (int i = 0; i < limits.length; i++) {
            dual += prices[i] * limits[i];
            withLittle += prices[i] * (limits[i] + little(i, limits[i]));
        }
        if (Math.abs(withLittle - simplex.worth) > ACCURACY * Math.max(1, dual)) {
            throw new UnsolvedException("the answer is worth " + simplex.worth + ", its prices " + withLittle);
        }
        return new Solution(dual, prices, (simplex.pivots + 1) * rows.length * objective.length);
    }

    /// One step to a better x.
    ///
    /// @return whether there was one
    private boolean pivot() {
        int entering = -1;
        for (int j = 0; j < gain.length; j++) {
            if (gain[j] > EPSILON && (entering < 0 || gain[j] > gain[entering])) {
                entering = j;
            }
        }
        if (entering < 0) {
            return false;
        }
        int leaving = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < right.length; i++) {
            if (tableau[i][entering] > EPSILON) {
                double ratio = right[i] / tableau[i][entering];
                if (ratio < least) {
                    least = ratio;
                    leaving = i;
                }
            }
        }
        if (leaving < 0) {
            throw new UnsolvedException("the objective has no limit");
        }
        exchange(leaving, entering);
        pivots++;
        return true;
    }

    private void exchange(int leaving, int entering) {
        double[] row = tableau[leaving];
        double inverse = 1 / row[entering]; // above EPSILON
        for (int j = 0; j < row.length; j++) {
            row[j] *= inverse;
        }
        row[entering] = inverse;
        right[leaving] = Math.max(0, right[leaving] * inverse);
        for (int i = 0; i < tableau.length; i++) {
            double factor = tableau[i][entering];
            if (i != leaving && factor != 0) {
                subtract(tableau[i], row, entering, factor);
                right[i] = Math.max(0, right[i] - factor * right[leaving]);
            }
        }
        double factor = gain[entering];
        subtract(gain, row, entering, factor);
        worth += factor * right[leaving];
        int variable = rowVariables[leaving];
        rowVariables[leaving] = columnVariables[entering];
        columnVariables[entering] = variable;
    }

    private static void subtract(double[] from, double[] row, int entering, double factor) {
        for (int j = 0; j < from.length; j++) {
            from[j] -= factor * row[j];
        }
        from[entering] = -factor * row[entering];
    }

    private double[] x() {
        double[] x = new double[gain.length];
        for (int i = 0; i < rowVariables.length; i++) {
            if (rowVariables[i] < x.length) {
                x[rowVariables[i]] = right[i];
            }
        }
        return x;
    }

    private double[] prices() {
        double[] prices = new double[right.length];
        for (int j = 0; j < columnVariables.length; j++) {
            if (columnVariables[j] >= gain.length) {
                prices[columnVariables[j] - gain.length] = Math.max(0, -gain[j]);
            }
        }
        return prices;
    }

    /// Checks that both are solutions, x of the programme, the prices of the dual one.
    private static void check(double[][] rows, double[] limits, double[] objective, double[] x, double[] prices) {
        double[] unpaid = objective.clone();
        for (int i = 0; i < rows.length; i++) {
            double used = 0;
            for (int j = 0; j < x.length; j++) {
                used += rows[i][j] * x[j];
                unpaid[j] -= prices[i] * rows[i][j];
            }
            if (used > limits[i] + ACCURACY * Math.max(1, limits[i])) {
                throw new UnsolvedException("a limit is broken by " + (used - limits[i]));
            }
        }
        double most = Arrays.stream(unpaid).max().orElse(0);
        if (most > ACCURACY) {
            throw new UnsolvedException("the prices leave a gain of " + most);
        }
    }
}
