// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMapSnapshot;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/// The pipes that pass a resource of which the map says that it carries nothing. Such a capacity of 0 is a statement,
/// unlike one that is not known: nothing starts there until the map says otherwise.
final class ClosedPipes {
    private Set<ResourceId> closedResources = Set.of();
    private Set<PipeId> closed = Set.of();

    /// Takes over a map.
    ///
    /// @return the pipes that were opened or closed, in the order of their names
    Set<PipeId> mapChanged(NetworkMapSnapshot map) {
        closedResources = new HashSet<>();
        for (Resource resource : map.resources().values()) {
            if (resource.isClosed()) {
                closedResources.add(resource.id());
            }
        }
        Set<PipeId> before = closed;
        closed = new HashSet<>();
        if (!closedResources.isEmpty()) {
            map.pipeResources().forEach((pipe, path) -> {
                if (path.stream().anyMatch(closedResources::contains)) {
                    closed.add(pipe);
                }
            });
        }
        Set<PipeId> changed = new TreeSet<>(before);
        changed.removeAll(closed);
        for (PipeId pipe : closed) {
            if (!before.contains(pipe)) {
                changed.add(pipe);
            }
        }
        return changed;
    }

    /// Whether nothing may start on a pipe.
    boolean contains(PipeId pipe) {
        return closed.contains(pipe);
    }
}
