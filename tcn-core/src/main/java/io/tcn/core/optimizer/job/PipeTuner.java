// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

import io.tcn.core.model.PipeTuning;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import java.time.Instant;

/// Tunes the connections of one pipe as those of a transfer job, one control interval after the other. Mutable; asked
/// by [TunerPerPipe], which passes over intervals that say nothing.
public interface PipeTuner {
    /// The n to begin with.
    ///
    /// @param range what the limits of the pipe allow
    /// @param at when the first interval begins
    int first(ConnectionRange range, Instant at);

    /// What to do next.
    ///
    /// @param pipe what was seen in an interval in which the pipe had enough transfers for its n
    /// @param tried the n that was in force, one or more
    /// @param range what the limits of the pipe allow now
    /// @param at the end of the interval
    PipeDecision next(PipeObservation pipe, int tried, ConnectionRange range, Instant at);

    /// What else is set beside the n of a decision that this tuner did not make by what it saw: at the start, and
    /// where an interval says nothing of n.
    ///
    /// @param pipe what was seen
    /// @param connections n
    /// @param range what the limits of the pipe allow now
    default PipeTuning beside(PipeObservation pipe, int connections, ConnectionRange range) {
        return PipeTuning.of(connections);
    }
}
