// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.control.DecisionListener;
import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The last decision of the control loop, for any thread.
@Component
public final class ControlBoard implements DecisionListener {
    /// One decision and what it was made from. Who asks for pipes by name first, and not the control loop,
    /// sorts them.
    public static final class Entry {
        private final Observation observation;
        private final Decision decision;
        private volatile @Nullable Map<PipeId, PipeView> pipes;

        private Entry(Observation observation, Decision decision) {
            this.observation = observation;
            this.decision = decision;
        }

        public Observation observation() {
            return observation;
        }

        public Decision decision() {
            return decision;
        }

        /// What was seen and decided, by pipe.
        public Map<PipeId, PipeView> pipes() {
            Map<PipeId, PipeView> known = pipes;
            if (known == null) {
                Map<PipeId, PipeView> sorted =
                        HashMap.newHashMap(decision.pipes().size());
                for (int i = 0; i < decision.pipes().size(); i++) {
                    PipeDecision pipe = decision.pipes().get(i);
                    sorted.put(pipe.pipe(), new PipeView(observation.pipes().get(i), pipe));
                }
                known = Collections.unmodifiableMap(sorted);
                pipes = known;
            }
            return known;
        }
    }

    /// What was seen and decided of one pipe.
    public record PipeView(PipeObservation observation, PipeDecision decision) {}

    private volatile @Nullable Entry last;

    @Override
    public void decided(Observation observation, Decision decision) {
        last = new Entry(observation, decision);
    }

    /// The last decision, empty before the first.
    public Optional<Entry> last() {
        return Optional.ofNullable(last);
    }

    /// The last decision about a pipe, empty if there was none.
    public Optional<PipeView> last(PipeId pipe) {
        Entry entry = last;
        return entry == null
                ? Optional.empty()
                : Optional.ofNullable(entry.pipes().get(pipe));
    }
}
