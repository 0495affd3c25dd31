// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

/// Falcon's first alternative (section 4.2): one file more as long as the utility rises, then one fewer as long as it
/// rises, and so on. Slow: the paper found up to seven times what gradient descent takes.
public final class HillClimbingSearch implements ConcurrencySearch {
    private double before = Double.NEGATIVE_INFINITY;
    private int direction = 1;

    @Override
    public int first(int least, int most) {
        return least;
    }

    @Override
    public int next(int tried, double utility, int least, int most) {
        if (utility <= before) {
            direction = -direction;
        }
        before = utility;
        if (tried <= least) {
            direction = 1;
        } else if (tried >= most) {
            direction = -1;
        }
        return Math.clamp((long) tried + direction, least, most);
    }
}
