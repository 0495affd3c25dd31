// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.List;
import java.util.SortedMap;

/// The property map of a path-vector answer: what is known of each network element.
///
/// @param dependent versions that it rests on; the root part's must be one of them
/// @param anes properties by name; the names hold in this answer only
/// @param faults what was wrong and is used all the same
public record PathVectorAnes(List<VersionTag> dependent, SortedMap<String, AneProperties> anes, FaultCounts faults) {
    public PathVectorAnes {
        dependent = List.copyOf(dependent);
        anes = Frozen.map(anes);
    }
}
