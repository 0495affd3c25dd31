// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

/// Flow completion times of a run, from arrival to finish, in seconds; NaN where nothing finished.
///
/// @param finished transfers that finished
/// @param unfinished transfers that did not, for whatever reason
/// @param meanSeconds mean
/// @param maxSeconds longest
/// @param p50Seconds a half took no longer
/// @param p90Seconds nine in ten took no longer
/// @param p99Seconds 99 in 100 took no longer
/// @param lastFinishSeconds when the last one finished, in virtual seconds; 0 without any
/// @param isExact whether quantiles are exact (nearest rank); else they are up to 1 % too high, see
///     [CompletionStats]
public record CompletionSummary(
        long finished,
        long unfinished,
        double meanSeconds,
        double maxSeconds,
        double p50Seconds,
        double p90Seconds,
        double p99Seconds,
        double lastFinishSeconds,
        boolean isExact) {
    /// Nothing has run.
    public static final CompletionSummary NONE =
            new CompletionSummary(0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0, true);
}
