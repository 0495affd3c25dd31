// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

/// Falcon's second alternative (section 4.2, figure 7): it tries both ends and then the middle again and again, which
/// takes the place of the worse end. Few trials, but far apart, and what it settles on need not be the best.
///
/// The paper does not say when it begins anew. Here it does when the utility of what it has settled on has changed by
/// [#CHANGED], or the limits have.
public final class BinarySearch implements ConcurrencySearch {
    private static final double CHANGED = 0.3;

    private int low;
    private int high;
    private double lowUtility = Double.NaN;
    private double highUtility = Double.NaN;
    private double settledUtility = Double.NaN;
    private int least;
    private int most;

    @Override
    public int first(int fewest, int mostFiles) {
        least = fewest;
        most = mostFiles;
        low = fewest;
        high = mostFiles;
        lowUtility = Double.NaN;
        highUtility = Double.NaN;
        settledUtility = Double.NaN;
        return low;
    }

    @Override
    public int next(int tried, double utility, int fewest, int mostFiles) {
        if (fewest != least || mostFiles != most) {
            return first(fewest, mostFiles);
        }
        if (!Double.isNaN(settledUtility)) {
            return Math.abs(utility - settledUtility) > CHANGED * Math.abs(settledUtility)
                    ? first(fewest, mostFiles)
                    : tried;
        }
        if (Double.isNaN(lowUtility)) {
            lowUtility = utility;
            return high;
        }
        if (Double.isNaN(highUtility)) {
            highUtility = utility;
        } else if (lowUtility <= highUtility) {
            low = tried;
            lowUtility = utility;
        } else {
            high = tried;
            highUtility = utility;
        }
        return high - low <= 1 ? settle() : low + (high - low) / 2;
    }

    private int settle() {
        boolean isLow = lowUtility >= highUtility;
        settledUtility = isLow ? lowUtility : highUtility;
        return isLow ? low : high;
    }
}
