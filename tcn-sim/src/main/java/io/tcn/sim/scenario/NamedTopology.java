// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.topology.Topology;
import java.util.List;

/// A topology with where it comes from.
///
/// @param name name of the shipped one, file, or `inline`
/// @param topology the network
/// @param notes what was completed, in words; empty where the file left nothing open
public record NamedTopology(String name, Topology topology, List<String> notes) {
    public NamedTopology {
        notes = List.copyOf(notes);
    }
}
