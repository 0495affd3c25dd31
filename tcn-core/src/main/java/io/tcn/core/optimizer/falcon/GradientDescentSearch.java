// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

/// Falcon's own search, online gradient descent (section 4.2): each trial is compared with the one before it,
/// and n moves along the slope between them, further with each move in the same direction; it never stops
/// trying.
///
/// With u' and u the utilities of n' and then n, the relative slope is `D = (u - u') / ((n - n') u')` per file,
/// and the move `theta ceil(n |D|)` files in its direction. theta is 1 for the first trial beside the start, and one
/// more for each further move in the same direction. Where n could not move, a neighbour is tried.
///
/// Deviations. The paper prints the slope with n in its denominator and adds it to n as if it were a number of
/// files; its units do not fit, and no step would ever be longer than theta / n: it is read as a relative change
/// of n. It takes the slope from trials of n - 1 and n + 1, two for each move, which contradicts its results:
/// figure 8 goes from 2 to 48 files of 20 Mbit/s in seven trials, and section 5.1 explains a move by "from
/// around 20 to around 50", two settings that were tried one after the other. Marlin (section 3.2), of the same
/// authors, describes the same search with two settings "in two consecutive intervals", and so it is here. The
/// paper lets theta grow once for "the same direction" and once for a positive gradient; here it is the former.
/// Moves up have no other limit, as neither paper knows one (Marlin's example goes from 3 to 10 at once); a move down
/// at most halves n.
public final class GradientDescentSearch implements ConcurrencySearch {
    private static final int START = 2;

    private final int start;
    private final boolean careful;
    private int before;
    private double beforeUtility = Double.NaN;
    private int direction;
    private int theta = 1;

    /// Begins with two files, as the paper does.
    public GradientDescentSearch() {
        this(START);
    }

    /// @param start the number of files that it begins with
    public GradientDescentSearch(int start) {
        this(start, false);
    }

    private GradientDescentSearch(int start, boolean careful) {
        this.start = start;
        this.careful = careful;
    }

    /// The same with shorter steps: theta begins to grow with the second move in a direction, and one move at most
    /// doubles n.
    ///
    /// @param start the number that it begins with
    public static GradientDescentSearch careful(int start) {
        return new GradientDescentSearch(start, true);
    }

    @Override
    public int first(int least, int most) {
        forget();
        return Math.clamp(start, least, most);
    }

    /// What was tried last is no measure for what comes next.
    public void forget() {
        beforeUtility = Double.NaN;
    }

    @Override
    public int next(int tried, double utility, int least, int most) {
        boolean comparable = !Double.isNaN(beforeUtility) && tried != before;
        int next = comparable ? moved(tried, utility) : tried < most ? tried + 1 : tried - 1;
        before = tried;
        beforeUtility = utility;
        return Math.clamp(next, least, most);
    }

    private int moved(int tried, double utility) {
        double difference = utility - beforeUtility;
        int last = Integer.signum(tried - before);
        int towards = (int) Math.signum(difference) * last;
        boolean goesOn = towards == direction || (!careful && direction == 0 && towards == last);
        theta = towards != 0 && goesOn ? theta + 1 : 1;
        direction = towards;
        if (towards == 0) {
            // The same for more and for fewer: fewer.
            return tried - 1;
        }
        double slope = beforeUtility > 0 ? Math.abs(difference) / (Math.abs(tried - before) * beforeUtility) : 1;
        int longest = towards < 0 ? (tried + 1) / 2 : careful ? tried : Integer.MAX_VALUE;
        return tried + towards * (int) Math.min(longest, theta * Math.ceil(Math.min(1, slope) * tried));
    }
}
