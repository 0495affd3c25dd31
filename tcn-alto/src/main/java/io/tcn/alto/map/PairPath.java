// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.core.model.ResourceId;
import io.tcn.core.port.PipeMapping;
import java.util.List;

/// What one server says of one pair.
///
/// @param path the resources that its traffic crosses, in the order of the path
/// @param mapping how that came about
record PairPath(List<ResourceId> path, PipeMapping mapping) {
    PairPath {
        path = List.copyOf(path);
    }

    /// Nothing is known.
    static PairPath unmapped(String reason) {
        return new PairPath(List.of(), PipeMapping.unmapped(reason));
    }

    /// Whether the server has said something of use.
    boolean isKnown() {
        return mapping.state() != PipeMapping.State.UNMAPPED;
    }

    /// The same path, left out of the last answer.
    PairPath omitted() {
        return new PairPath(path, new PipeMapping(mapping.state(), mapping.reason(), true, mapping.several()));
    }
}
