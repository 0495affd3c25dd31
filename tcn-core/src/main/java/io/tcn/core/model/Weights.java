// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// The range of weights: wide enough for every purpose, and so that products of several stay far from what numbers can
/// hold.
public final class Weights {
    public static final double LEAST = 1e-6;
    public static final double MOST = 1e6;

    private Weights() {}

    /// The nearest weight that there may be, for one that comes of several others.
    public static double nearest(double weight) {
        return Math.clamp(weight, LEAST, MOST);
    }

    /// @throws IllegalArgumentException if a weight is not in the range
    static void check(String whose, double weight) {
        if (!(weight >= LEAST && weight <= MOST)) {
            throw new IllegalArgumentException(whose + " must be between 0.000001 and 1000000, given was " + weight);
        }
    }
}
