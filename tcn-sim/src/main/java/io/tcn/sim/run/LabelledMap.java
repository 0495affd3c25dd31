// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// A network map whose resources have their labels for names. Scenarios name resources as their network does, and so do
/// reports; ALTO tells those names as labels. Used by one thread.
final class LabelledMap implements NetworkMap {
    private final NetworkMap map;
    private final UnaryOperator<Resource> told;

    /// @param told what is said of a resource beside what the map says of it; its name is the label already
    LabelledMap(NetworkMap map, UnaryOperator<Resource> told) {
        this.map = map;
        this.told = told;
    }

    @Override
    public void listen(Runnable changed) {
        map.listen(changed);
    }

    @Override
    public NetworkMapSnapshot map(PipeTable pipes) throws NetworkMapUnavailableException {
        NetworkMapSnapshot given = map.map(pipes);
        Map<ResourceId, ResourceId> names = new HashMap<>();
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        given.resources().forEach((id, resource) -> {
            String label = Objects.requireNonNullElse(resource.description().label(), id.value());
            ResourceId name = ResourceId.of(label);
            names.put(id, name);
            resources.put(name, told.apply(new Resource(name, resource.kind(), resource.capacityBps())));
        });
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        given.pipeResources()
                .forEach((pipe, path) -> paths.put(
                        pipe,
                        path.stream().map(id -> names.getOrDefault(id, id)).toList()));
        return new NetworkMapSnapshot(given.version(), given.asOf(), resources, paths, given.mappings());
    }
}
