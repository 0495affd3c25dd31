// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.Transition;
import java.util.ArrayList;
import java.util.List;

/// The transitions that an event wants, until they go to the store as one batch.
final class Outbox {
    /// A transition and the pipe whose counters follow it.
    ///
    /// @param movingSeconds how long a transfer that finished had been moving bytes; 0 with all other transitions
    record Change(Transition transition, PipeQueue pipe, double movingSeconds) {}

    private final List<Change> changes = new ArrayList<>();

    void add(PipeQueue pipe, Transition transition) {
        changes.add(new Change(transition, pipe, 0));
    }

    void addFinish(PipeQueue pipe, Transition.Finish finish, double movingSeconds) {
        changes.add(new Change(finish, pipe, movingSeconds));
    }

    /// All changes, in the order added; the outbox is empty afterwards.
    List<Change> take() {
        List<Change> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }
}
