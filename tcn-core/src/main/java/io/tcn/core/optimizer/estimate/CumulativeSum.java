// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

/// A small shortfall in many intervals in a row, none of which says much by itself, summed up in standard errors
/// (E. S. Page, Continuous inspection schemes, Biometrika 41, 1954).
final class CumulativeSum {
    /// What an interval adds is by how many standard errors too little was seen, less this, and at most so much; a sum
    /// above this many standard errors is no chance, and more than twice that is not kept.
    private static final double USUAL = 0.5;

    private static final double MOST_ADDED = 3;
    private static final double NO_CHANCE = 6;

    private CumulativeSum() {}

    /// The sum after an interval.
    ///
    /// @param sum what it was before; 0 to begin with
    /// @param errors by how many standard errors too little was seen; negative if it was too much
    static double after(double sum, double errors) {
        double added = Math.clamp(errors, -MOST_ADDED, MOST_ADDED) - USUAL;
        return Math.clamp(sum + added, 0, 2 * NO_CHANCE);
    }

    /// Whether a sum is more than chance explains.
    static boolean isNoChance(double sum) {
        return sum > NO_CHANCE;
    }
}
