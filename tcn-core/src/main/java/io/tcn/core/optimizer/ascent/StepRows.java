// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import java.util.Arrays;

/// Linear limits on the step, in sparse rows: `sum of coefficient x n  <=  limit`, n after the step. Grows as needed
/// and is used again in the next interval.
public final class StepRows {
    /// From twice of what it is worth on a connection costs so much that the wish is the least there is.
    private static final double CLIPPED = 2;

    private int[] offset = new int[16];
    private int[] pipe = new int[64];
    private double[] coefficient = new double[64];
    private double[] limit = new double[16];
    private double[] price = new double[16];
    private boolean[] hard = new boolean[16];
    private double[] carriedBps = new double[16];
    private boolean[] owed = new boolean[16];
    private boolean[] missing = new boolean[16];
    private boolean opposed;
    private int rows;

    void clear() {
        rows = 0;
        opposed = false;
        Arrays.fill(owed, false);
        Arrays.fill(missing, false);
        offset[0] = 0;
    }

    /// Begins a row.
    ///
    /// @param rowLimit what the sum must not exceed
    /// @param priceBefore the multiplier to begin with, zero or more
    public void begin(double rowLimit, double priceBefore) {
        if (rows + 2 > offset.length) {
            offset = Arrays.copyOf(offset, 2 * offset.length);
            limit = Arrays.copyOf(limit, 2 * limit.length);
            price = Arrays.copyOf(price, 2 * price.length);
            hard = Arrays.copyOf(hard, 2 * hard.length);
            carriedBps = Arrays.copyOf(carriedBps, 2 * carriedBps.length);
        }
        limit[rows] = rowLimit;
        price[rows] = priceBefore;
        hard[rows] = false;
        carriedBps[rows] = Double.NaN;
        offset[rows + 1] = offset[rows];
        rows++;
    }

    /// Says of the row begun last whether whole connections have to keep it too, as where each one too many costs.
    public void hard(boolean is) {
        hard[rows - 1] = is;
    }

    boolean isHard(int row) {
        return hard[row];
    }

    /// Says of the row begun last that its limit is what a resource carries, in bit/s.
    ///
    /// @param knownBps what is known of that: the limit may have been raised beyond it, to see whether more is
    ///     carried
    public void carried(double knownBps) {
        carriedBps[rows - 1] = knownBps;
    }

    boolean isCarried(int row) {
        return !Double.isNaN(carriedBps[row]);
    }

    /// What the resource of such a row carries as far as is known, no more than the limit of the row.
    double carriedBps(int row) {
        return Math.min(limit[row], carriedBps[row]);
    }

    /// Adds a pipe to the row begun last.
    public void add(int index, double value) {
        int at = offset[rows];
        if (at == pipe.length) {
            pipe = Arrays.copyOf(pipe, 2 * at);
            coefficient = Arrays.copyOf(coefficient, 2 * at);
        }
        pipe[at] = index;
        coefficient[at] = value;
        offset[rows] = at + 1;
        opposed |= value < 0;
    }

    /// Whether some rows pull up: guarantees, against which upper limits pull down.
    boolean areOpposed() {
        return opposed;
    }

    /// Whether a row is a guarantee.
    boolean pullsUp(int row) {
        return offset[row] < offset[row + 1] && coefficient[offset[row]] < 0;
    }

    /// Says that a guarantee of a pipe was short lately.
    ///
    /// @param now whether it is so now
    void owe(int index, boolean now) {
        if (index >= owed.length) {
            owed = Arrays.copyOf(owed, Math.max(2 * owed.length, index + 1));
            missing = Arrays.copyOf(missing, owed.length);
        }
        owed[index] = true;
        missing[index] |= now;
    }

    /// Whether a guarantee of a pipe is short now.
    public boolean isMissing(int index) {
        return index < missing.length && missing[index];
    }

    /// Whether a guarantee of a pipe was short lately.
    public boolean isOwed(int index) {
        return index < owed.length && owed[index];
    }

    /// How many rows there are.
    public int size() {
        return rows;
    }

    /// The multiplier of a row after the step was solved: objective per unit of the limit.
    public double price(int row) {
        return price[row];
    }

    /// The same to begin the next step with: one that is no number would be none for ever, and is found anew from zero.
    public double priceToKeep(int row) {
        return Double.isFinite(price[row]) ? price[row] : 0;
    }

    /// Holds the prices of upper limits to what a wish can still tell apart, where guarantees pull against them.
    /// A limit that a guarantee presses against costs more in every step, and a wish that is clipped brings it down
    /// by little: its price would rise without end, and a step at the price of millions of connections is rounding.
    /// To be called after the step.
    ///
    /// @param worth per pipe what the utility gains by a connection, positive
    void forgetOpposition(double[] worth) {
        for (int r = 0; r < rows; r++) {
            double dearest = 0;
            for (int k = offset[r]; k < offset[r + 1]; k++) {
                if (coefficient[k] > 0) {
                    dearest = Math.max(dearest, worth[pipe[k]] / coefficient[k]);
                }
            }
            if (dearest > 0) {
                price[r] = Math.min(price[r], CLIPPED * dearest);
            }
        }
    }

    void setPrice(int row, double value) {
        price[row] = value;
    }

    double limit(int row) {
        return limit[row];
    }

    void setLimit(int row, double value) {
        limit[row] = value;
    }

    int start(int row) {
        return offset[row];
    }

    int end(int row) {
        return offset[row + 1];
    }

    int pipe(int position) {
        return pipe[position];
    }

    double coefficient(int position) {
        return coefficient[position];
    }
}
