// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.ConstraintReport;
import io.tcn.core.port.NetworkMapSnapshot;
import java.util.List;

/// What a server knows at one moment. Immutable.
///
/// @param declared what is declared and in force
/// @param pipes those of the declared pipes of which there is something to tell
/// @param map which pipe uses which resource, with the capacities that are known
/// @param reports how the resource controls stand in the last interval
/// @param controller the control loop
/// @param notes what was left out or guessed when this was put together, in words
public record LiveState(
        Declared declared,
        List<PipeState> pipes,
        NetworkMapSnapshot map,
        List<ConstraintReport> reports,
        Controller controller,
        List<String> notes) {
    public LiveState {
        pipes = List.copyOf(pipes);
        reports = List.copyOf(reports);
        notes = List.copyOf(notes);
    }

    /// The same with other pipes.
    LiveState withPipes(List<PipeState> others) {
        return new LiveState(declared, others, map, reports, controller, notes);
    }
}
