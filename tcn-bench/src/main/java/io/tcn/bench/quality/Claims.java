// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.sim.oracle.GroupFloor;
import java.util.List;

/// What users of a world have a right to beside their bounds.
///
/// @param sets resource-sets that the controls name
/// @param controls guarantees and relative weights, as an operator sets them
/// @param floors the guarantees for the oracle
/// @param weights per user its relative weight on all links; empty where there are none
record Claims(List<ResourceSet> sets, List<ResourceControl> controls, List<GroupFloor> floors, List<Double> weights) {
    static final Claims NONE = new Claims(List.of(), List.of(), List.of(), List.of());

    Claims {
        sets = List.copyOf(sets);
        controls = List.copyOf(controls);
        floors = List.copyOf(floors);
        weights = List.copyOf(weights);
    }
}
