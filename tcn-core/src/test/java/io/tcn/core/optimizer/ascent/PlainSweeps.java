// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

/// The procedure of [PricedStep] as it is written in books: every row is looked at in every sweep and summed up anew
/// from the steps, and the price of a row that needs none is halved until it is next to nothing. It is what
/// [PricedStep] is held against.
final class PlainSweeps {
    private PlainSweeps() {}

    static void solve(
            double[] n,
            double[] wanted,
            double[] stiffness,
            double[] least,
            double[] most,
            StepRows rows,
            double[] step,
            PricedStep.Effort effort) {
        double[] shifted = wanted.clone();
        double[] ease = new double[n.length];
        for (int i = 0; i < ease.length; i++) {
            ease[i] = 1 / stiffness[i];
        }
        for (int r = 0; r < rows.size(); r++) {
            shift(r, rows.price(r), rows, ease, shifted);
        }
        for (int r = 0; r < rows.size() && rows.areOpposed(); r++) {
            if (!rows.pullsUp(r)) {
                relax(r, n, ease, least, most, rows, shifted, effort.tolerance());
            }
        }
        int[] active = new int[rows.size()];
        for (int sweep = 0; sweep < effort.sweeps(); sweep++) {
            boolean settled = true;
            int activeRows = 0;
            for (int r = 0; r < active.length; r++) {
                boolean still = relax(r, n, ease, least, most, rows, shifted, effort.tolerance());
                settled &= still;
                if (!still || rows.price(r) > 0) {
                    active[activeRows++] = r;
                }
            }
            if (settled) {
                break;
            }
            settle(active, activeRows, n, ease, least, most, rows, shifted, effort);
        }
        for (int i = 0; i < n.length; i++) {
            step[i] = Math.clamp(shifted[i], least[i], most[i]);
        }
    }

    /// Most limits are far from being reached: between two looks at all of them only the others are worked on.
    private static void settle(
            int[] active,
            int activeRows,
            double[] n,
            double[] ease,
            double[] least,
            double[] most,
            StepRows rows,
            double[] shifted,
            PricedStep.Effort effort) {
        for (int sweep = 0; sweep < effort.activeSweeps(); sweep++) {
            boolean settled = true;
            for (int k = 0; k < activeRows; k++) {
                settled &= relax(active[k], n, ease, least, most, rows, shifted, effort.tolerance());
            }
            if (settled) {
                return;
            }
        }
    }

    private static void shift(int row, double price, StepRows rows, double[] ease, double[] shifted) {
        if (price > 0 || price < 0) {
            for (int k = rows.start(row); k < rows.end(row); k++) {
                int i = rows.pipe(k);
                shifted[i] -= price * rows.coefficient(k) * ease[i];
            }
        }
    }

    /// Moves the multiplier of one row to where its limit is just kept, all others staying as they are. As steps
    /// are clipped this is a monotone, piecewise linear equation, neither convex nor concave. Newton's method
    /// alone may go round in circles on it, so its steps are held between bounds on the solution. Where there are
    /// guarantees, or a limit is exceeded, a flat part is left at its end.
    ///
    /// @return whether hardly anything had to be moved
    private static boolean relax(
            int row,
            double[] n,
            double[] ease,
            double[] least,
            double[] most,
            StepRows rows,
            double[] shifted,
            double tolerance) {
        if (!(rows.price(row) > 0) && isKept(row, n, least, most, rows, shifted, tolerance)) {
            return true;
        }
        double scale = Math.abs(rows.limit(row));
        double below = 0;
        double above = dearest(row, ease, rows);
        for (int newton = 0; newton < (rows.areOpposed() ? 96 : 24); newton++) {
            double sum = 0;
            double slope = 0;
            double fullSlope = 0;
            boolean canFall = false;
            double fallsFirst = Double.POSITIVE_INFINITY;
            double risesFirst = Double.POSITIVE_INFINITY;
            for (int k = rows.start(row); k < rows.end(row); k++) {
                int i = rows.pipe(k);
                double a = rows.coefficient(k);
                double d = shifted[i];
                double bend = a * a * ease[i];
                fullSlope += bend;
                canFall |= a > 0 ? d > least[i] : d < most[i];
                double beyond = Math.max(0, Math.max(least[i] - d, d - most[i])) / Math.abs(a * ease[i]);
                if (beyond > 0 && (d < least[i]) == (a > 0)) {
                    fallsFirst = Math.min(fallsFirst, beyond);
                } else if (beyond > 0) {
                    risesFirst = Math.min(risesFirst, beyond);
                }
                if (d <= least[i]) {
                    d = least[i];
                } else if (d >= most[i]) {
                    d = most[i];
                } else {
                    slope += bend;
                }
                sum += a * (n[i] + d);
            }
            double excess = sum - rows.limit(row);
            double price = rows.price(row);
            boolean kept = Math.abs(excess) <= tolerance * scale || (excess < 0 && price <= 0);
            boolean hopeless = excess > 0 && (!canFall || price >= above);
            if (kept || !(fullSlope > 0) || hopeless) {
                // Also where the limit cannot be kept at all: a higher price would change nothing any more.
                return newton == 0;
            }
            if (excess > 0) {
                below = Math.max(below, price);
            } else {
                above = Math.min(above, price);
            }
            // Where all pipes are clipped, the full slope leads out of the flat part in the right direction.
            double next = price + excess / (slope > 1e-9 * fullSlope ? slope : fullSlope);
            double bend = (1 + 1e-6) * (excess < 0 ? fallsFirst : risesFirst);
            if ((rows.areOpposed() || excess > 0) && !(slope > 1e-9 * fullSlope) && bend < Double.POSITIVE_INFINITY) {
                next = excess < 0 ? Math.min(next, price - bend) : Math.max(next, price + bend);
            }
            if (next < below || next > above) {
                next = above < Double.POSITIVE_INFINITY ? below + (above - below) / 2 : Math.max(below, next);
            }
            shift(row, next - price, rows, ease, shifted);
            rows.setPrice(row, next);
        }
        return false;
    }

    /// Whether a row without a price is kept: most are, and to see that needs neither slopes nor divisions.
    private static boolean isKept(
            int row, double[] n, double[] least, double[] most, StepRows rows, double[] shifted, double tolerance) {
        double sum = 0;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            sum += rows.coefficient(k) * (n[i] + Math.min(Math.max(shifted[i], least[i]), most[i]));
        }
        return sum - rows.limit(row) <= tolerance * Math.abs(rows.limit(row));
    }

    /// The highest price of a row. A guarantee (negative coefficients) may ask for what other limits refuse;
    /// then both prices would rise without end. So it pays for a thousand connections and no more, and gives
    /// way. Upper limits need no such price: with every pipe at its least there is nothing left to fall.
    private static double dearest(int row, double[] ease, StepRows rows) {
        double dearest = 0;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            double a = rows.coefficient(k);
            if (a > 0) {
                return Double.POSITIVE_INFINITY;
            }
            dearest = Math.max(dearest, 1000 / (-a * ease[rows.pipe(k)]));
        }
        return dearest;
    }
}
