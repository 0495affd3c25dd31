// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.Transition;
import java.util.ArrayList;
import java.util.List;

/// The transitions that an event wants, until they go to the store as one batch.
final class Outbox {
    /// A transition and the pipe whose counters follow it.
    record Change(Transition transition, PipeQueue pipe) {}

    private final List<Change> changes = new ArrayList<>();

    void add(PipeQueue pipe, Transition transition) {
        changes.add(new Change(transition, pipe));
    }

    /// All changes, in the order added; the outbox is empty afterwards.
    List<Change> take() {
        List<Change> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }
}
