// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.ControlConflict;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// n of the paper: what the control loop has decided per pipe.
///
/// @param interval number of the control interval after which it was decided, 0 before the first
/// @param tunings connections and the like per pipe
/// @param constraints how bounds, guarantees and shares stood, with what they cost
/// @param conflicts which resource controls cannot be kept together
public record ControlState(
        long interval,
        SortedMap<PipeId, PipeTuning> tunings,
        List<ConstraintReport> constraints,
        List<ControlConflict> conflicts) {
    public static final ControlState INITIAL = new ControlState(0, Collections.emptySortedMap(), List.of(), List.of());

    public ControlState {
        tunings = Collections.unmodifiableSortedMap(new TreeMap<>(tunings));
        constraints = List.copyOf(constraints);
        conflicts = List.copyOf(conflicts);
    }

    public static ControlState of(long interval, Map<PipeId, PipeTuning> tunings) {
        return new ControlState(interval, new TreeMap<>(tunings), List.of(), List.of());
    }

    /// The tuning of a pipe; one that nothing was decided for yet has its least number of
    /// connections, and one at least.
    public PipeTuning tuningOf(Pipe pipe) {
        PipeTuning decided = tunings.get(pipe.id());
        return decided != null
                ? decided
                : PipeTuning.of(Math.max(1, pipe.limits().minConnections()));
    }
}
