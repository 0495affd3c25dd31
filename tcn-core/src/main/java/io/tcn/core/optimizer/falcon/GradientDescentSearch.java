// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

/// Falcon's own search, online gradient descent (section 4.2): it tries n - 1 and n + 1 and moves n along the
/// slope between them, further with each move in the same direction, and never stops trying.
///
/// With u1 and u2 the utilities of n - 1 and n + 1, the relative slope is `D = (u2 - u1) / (2 u1)` per file,
/// and the move `theta ceil(n |D|)` files in its direction. theta is 1, and one more for each further move in
/// the same direction.
///
/// Deviations. The paper prints the slope with n in its denominator and adds it to n as if it were a number of
/// files; its units do not fit, and no step would ever be longer than theta / n. Read as a relative change of n
/// it takes 18 trials from 2 to 48 files where each file has 20 Mbit/s of 1 Gbit/s; figure 8 shows 35 s. The
/// paper lets theta grow once for "the same direction" and once for a positive gradient; here it is the former.
/// One move is at most as long as n.
public final class GradientDescentSearch implements ConcurrencySearch {
    private static final int START = 2;

    private final int start;
    private int centre;
    private double lowerUtility = Double.NaN;
    private int lower;
    private int direction;
    private int theta = 1;

    /// Begins with two files, as the paper does.
    public GradientDescentSearch() {
        this(START);
    }

    /// @param start the number of files that it begins with
    public GradientDescentSearch(int start) {
        this.start = start;
        this.centre = start;
    }

    @Override
    public int first(int least, int most) {
        centre = Math.clamp(start, least, most);
        return lowerOf(least);
    }

    private int lowerOf(int least) {
        lower = Math.max(least, centre - 1);
        lowerUtility = Double.NaN;
        return lower;
    }

    @Override
    public int next(int tried, double utility, int least, int most) {
        if (Double.isNaN(lowerUtility)) {
            lower = tried;
            lowerUtility = utility;
            return Math.clamp((long) centre + 1, least, most);
        }
        move(tried, utility, least, most);
        return lowerOf(least);
    }

    private void move(int upper, double upperUtility, int least, int most) {
        double difference = upperUtility - lowerUtility;
        int towards = (int) Math.signum(difference);
        theta = towards == direction ? theta + 1 : 1;
        direction = towards;
        if (upper > lower && towards != 0) {
            double slope = lowerUtility > 0 ? Math.abs(difference) / ((upper - lower) * lowerUtility) : 1;
            double step = Math.min(centre, theta * Math.ceil(Math.min(1, slope) * centre));
            centre = (int) Math.clamp(Math.round(centre + towards * step), least, (long) most);
        } else {
            centre = Math.clamp(centre, least, most);
        }
    }
}
