// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

/// Looks for the concurrency with the greatest utility, one trial after the other: it says what to try next and is
/// told what came of it. Mutable; for one job.
public interface ConcurrencySearch {
    /// What to try first.
    ///
    /// @param least the fewest concurrent files, one or more
    /// @param most the most of them
    int first(int least, int most);

    /// What to try next.
    ///
    /// @param tried the concurrency that was in force
    /// @param utility what was seen of it
    /// @param least the fewest concurrent files; may change from trial to trial
    /// @param most the most of them
    /// @return from least to most
    int next(int tried, double utility, int least, int most);
}
