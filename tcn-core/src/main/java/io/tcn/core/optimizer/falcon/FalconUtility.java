// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

/// What Falcon thinks of n concurrent files that carry T = n t bit/s together while the part L of their packets is
/// lost (Falcon, section 4.1). The regret terms make a job stop where one more file brings next to nothing, so that
/// competing jobs come to the same shares.
@FunctionalInterface
public interface FalconUtility {
    /// B: how much a lost packet weighs against one that arrives (section 4.1).
    double LOSS_PENALTY = 10;

    /// K: each further file has to bring two per cent (section 4.1). Strictly concave up to n = 2 / ln K, about 100.
    double CONCURRENCY_BASE = 1.02;

    /// @param concurrency n, one or more
    /// @param throughputBps T in bit/s
    /// @param lossRatio L, from 0 to 1: what is lost of all files together over what is sent; 0 where it is not
    ///     known
    /// @return the utility in bit/s
    double of(int concurrency, double throughputBps, double lossRatio);

    /// Equation 3: `T - T L B - T n C`, a regret that grows in proportion to n. With C = 0.02 it stops at half of what
    /// a job needs (figure 6), so nobody takes it but for comparison.
    ///
    /// @param lossPenalty B
    /// @param perFile C
    static FalconUtility linear(double lossPenalty, double perFile) {
        return (n, throughputBps, loss) -> throughputBps * (1 - loss * lossPenalty - n * perFile);
    }

    /// Equation 4: `T / K^n - T L B`, the one that Falcon uses.
    ///
    /// @param lossPenalty B
    /// @param base K, above 1
    /// @throws IllegalArgumentException if K is not above 1
    static FalconUtility nonlinear(double lossPenalty, double base) {
        if (!(base > 1) || Double.isInfinite(base)) {
            throw new IllegalArgumentException("K of Falcon's utility must be above 1, given was " + base);
        }
        double perFile = Math.log(base);
        return (n, throughputBps, loss) -> throughputBps * (Math.exp(-perFile * n) - loss * lossPenalty);
    }

    /// Equation 4 with the paper's B and K.
    static FalconUtility usual() {
        return nonlinear(LOSS_PENALTY, CONCURRENCY_BASE);
    }
}
