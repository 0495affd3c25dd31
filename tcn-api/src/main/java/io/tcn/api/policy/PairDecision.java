// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One decision about a pair.
///
/// @param at when it was made
/// @param source storage element
/// @param destination storage element
public record PairDecision(Instant at, String source, String destination, Decided decided, Measured measured) {
    /// What was decided.
    ///
    /// @param active connections
    /// @param diff what changed against the decision before
    /// @param streams FTS's streams per file as an operator has posted them; shown only
    /// @param rationale why, in words
    public record Decided(int active, int diff, int streams, String rationale) {}

    /// What was seen before.
    ///
    /// @param bytesPerSecond what moved in the interval
    /// @param emaBytesPerSecond moving average of that
    /// @param successPercent finished of finished and failed attempts; 100 without any
    /// @param actualActive connections in use
    /// @param queueSize transfers that wait for a connection
    /// @param meanFileBytes of what finished
    /// @param stdDevFileBytes of what finished
    /// @param hasWork whether there was anything to move
    public record Measured(
            double bytesPerSecond,
            double emaBytesPerSecond,
            double successPercent,
            int actualActive,
            int queueSize,
            double meanFileBytes,
            double stdDevFileBytes,
            boolean hasWork) {
        private static final Measured NOTHING = new Measured(0, 0, 100, 0, 0, 0, 0, false);

        private Measured withEma(@Nullable Double ema) {
            return ema == null
                    ? this
                    : new Measured(
                            bytesPerSecond,
                            ema,
                            successPercent,
                            actualActive,
                            queueSize,
                            meanFileBytes,
                            stdDevFileBytes,
                            hasWork);
        }
    }

    /// An operator has fixed a pair.
    ///
    /// @param connections how many, 0 if the optimizer decides again
    /// @param streams FTS's streams per file, null to leave them
    /// @param ema moving average of the throughput to go on from, null to leave it
    /// @param before the decision before, null if there is none
    static PairDecision pinned(
            Instant at,
            Links.Pair pair,
            int connections,
            @Nullable Integer streams,
            @Nullable Double ema,
            @Nullable PairDecision before) {
        Decided last = before == null ? new Decided(0, 0, 1, "") : before.decided();
        int active = connections > 0 || before == null ? connections : last.active();
        return new PairDecision(
                at,
                pair.source(),
                pair.destination(),
                new Decided(
                        active,
                        active - last.active(),
                        streams == null ? last.streams() : streams,
                        connections > 0 ? "fixed by an operator" : "left to the optimizer by an operator"),
                (before == null ? Measured.NOTHING : before.measured()).withEma(ema));
    }
}
