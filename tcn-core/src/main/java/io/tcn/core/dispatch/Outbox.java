// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The transitions that an event wants, until they go to the store as one batch.
final class Outbox {
    /// A transition and the pipe whose counters follow it.
    ///
    /// @param attempt which it is about, which may have ended; null with a transfer that has none
    /// @param movingSeconds how long a transfer that finished had been moving bytes; 0 with all other transitions
    record Change(
            Transition transition, PipeQueue pipe, @Nullable RunningAttempt attempt, double movingSeconds) {
        /// The attempt that asked for it.
        RunningAttempt asked() {
            return Objects.requireNonNull(attempt);
        }
    }

    private List<Change> changes = new ArrayList<>();

    /// Adds what an attempt asks for.
    void add(RunningAttempt attempt, Transition transition) {
        changes.add(new Change(transition, attempt.pipe(), attempt, 0));
    }

    void addFinish(RunningAttempt attempt, Transition.Finish finish, double movingSeconds) {
        changes.add(new Change(finish, attempt.pipe(), attempt, movingSeconds));
    }

    /// Adds what is to become of a transfer that has not begun.
    void add(PipeQueue pipe, Transition transition) {
        changes.add(new Change(transition, pipe, null, 0));
    }

    /// All changes, in the order added; the outbox is empty afterwards.
    List<Change> take() {
        if (changes.isEmpty()) {
            return List.of();
        }
        List<Change> taken = changes;
        changes = new ArrayList<>();
        return taken;
    }
}
