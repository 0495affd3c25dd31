// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.Loops;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import java.util.List;

/// Tells all who want to hear of decisions. One that breaks costs neither the decision nor the others.
final class FencedListeners implements DecisionListener {
    private final List<DecisionListener> listeners;
    private final LoopState state;

    FencedListeners(List<DecisionListener> listeners, Loops loops) {
        this.listeners = List.copyOf(listeners);
        this.state = loops.of("decision-listeners");
    }

    @Override
    public void decided(Observation observation, Decision decision) {
        boolean well = true;
        for (DecisionListener listener : listeners) {
            try {
                listener.decided(observation, decision);
            } catch (RuntimeException | Error defect) {
                well = false;
                state.failed(defect);
            }
        }
        if (well) {
            state.worked();
        }
    }
}
