// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.control.DecisionListener;
import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The last decisions of the control loop, for any thread: ten, or fewer where there are very many pipes.
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

    /// What was decided of one pipe, and when.
    public record Decided(Instant at, PipeView pipe) {}

    private static final int MOST_ENTRIES = 10;

    /// So many rows, one for each pipe in each decision, are kept of decisions before the last.
    private static final int MOST_ROWS = 20_000;

    /// The newest first.
    private volatile List<Entry> entries = List.of();

    @Override
    public void decided(Observation observation, Decision decision) {
        List<Entry> kept = new ArrayList<>();
        kept.add(new Entry(observation, decision));
        int rows = 0;
        for (Entry earlier : entries) {
            rows += earlier.decision().pipes().size();
            if (kept.size() == MOST_ENTRIES || rows > MOST_ROWS) {
                break;
            }
            kept.add(earlier);
        }
        entries = List.copyOf(kept);
    }

    /// The last decision, empty before the first.
    public Optional<Entry> last() {
        return entries.stream().findFirst();
    }

    /// The last decision about a pipe, empty if there was none.
    public Optional<PipeView> last(PipeId pipe) {
        return last().flatMap(entry -> Optional.ofNullable(entry.pipes().get(pipe)));
    }

    /// The last decisions about a pipe, the newest first.
    public List<Decided> recent(PipeId pipe) {
        List<Decided> found = new ArrayList<>();
        for (Entry entry : entries) {
            List<PipeDecision> pipes = entry.decision().pipes();
            for (int i = 0; i < pipes.size(); i++) {
                if (pipes.get(i).pipe().equals(pipe)) {
                    found.add(new Decided(
                            entry.decision().at(),
                            new PipeView(entry.observation().pipes().get(i), pipes.get(i))));
                }
            }
        }
        return found;
    }
}
