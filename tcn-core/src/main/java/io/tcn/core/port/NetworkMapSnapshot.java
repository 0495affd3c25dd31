// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.MapVersion;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Which pipe uses which resources, as known at one moment.
///
/// @param version grows when the content changes
/// @param asOf when the source of the map was last heard
/// @param resources all resources, by name
/// @param pipeResources the resources of each pipe in the order of its path; every one of them is in `resources`
public record NetworkMapSnapshot(
        MapVersion version,
        Instant asOf,
        SortedMap<ResourceId, Resource> resources,
        SortedMap<PipeId, List<ResourceId>> pipeResources) {
    public NetworkMapSnapshot {
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (Map.Entry<PipeId, List<ResourceId>> entry : pipeResources.entrySet()) {
            for (ResourceId resource : entry.getValue()) {
                if (!resources.containsKey(resource)) {
                    throw new IllegalArgumentException(
                            "pipe " + entry.getKey() + " uses resource " + resource + ", which the map does not have");
                }
            }
            paths.put(entry.getKey(), List.copyOf(entry.getValue()));
        }
        pipeResources = Collections.unmodifiableSortedMap(paths);
    }

    /// A map without content, as before the first answer.
    public static NetworkMapSnapshot empty(Instant asOf) {
        return new NetworkMapSnapshot(new MapVersion(0), asOf, new TreeMap<>(), new TreeMap<>());
    }

    /// Whether both say the same of resources and pipes, whatever their versions and ages.
    public boolean hasSameContent(NetworkMapSnapshot other) {
        return resources.equals(other.resources) && pipeResources.equals(other.pipeResources);
    }
}
