// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.MapVersion;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which pipe uses which resources, as known at one moment. Immutable; parts that did not change are shared with the
/// snapshot before.
public final class NetworkMapSnapshot {
    private final MapVersion version;
    private final Instant asOf;
    private final SortedMap<ResourceId, Resource> resources;
    private final SortedMap<PipeId, List<ResourceId>> pipeResources;
    private final SortedMap<PipeId, PipeMapping> mappings;

    /// @param version grows when the content changes
    /// @param asOf when the source of the map was last heard
    /// @param resources all resources, by name
    /// @param pipeResources the resources of each pipe in the order of its path, all of them in `resources`
    /// @param mappings how the map came to that, for pipes of which it can tell
    /// @throws IllegalArgumentException if a pipe uses a resource that is not there
    public NetworkMapSnapshot(
            MapVersion version,
            Instant asOf,
            SortedMap<ResourceId, Resource> resources,
            SortedMap<PipeId, List<ResourceId>> pipeResources,
            SortedMap<PipeId, PipeMapping> mappings) {
        this(
                version,
                asOf,
                Collections.unmodifiableSortedMap(new TreeMap<>(resources)),
                copyOf(pipeResources, resources),
                Collections.unmodifiableSortedMap(new TreeMap<>(mappings)),
                true);
    }

    /// A map that does not tell how it came to its content.
    public NetworkMapSnapshot(
            MapVersion version,
            Instant asOf,
            SortedMap<ResourceId, Resource> resources,
            SortedMap<PipeId, List<ResourceId>> pipeResources) {
        this(version, asOf, resources, pipeResources, Collections.emptySortedMap());
    }

    /// @param checked that nobody changes the collections again and that they fit each other
    private NetworkMapSnapshot(
            MapVersion version,
            Instant asOf,
            SortedMap<ResourceId, Resource> resources,
            SortedMap<PipeId, List<ResourceId>> pipeResources,
            SortedMap<PipeId, PipeMapping> mappings,
            boolean checked) {
        assert checked;
        this.version = version;
        this.asOf = asOf;
        this.resources = resources;
        this.pipeResources = pipeResources;
        this.mappings = mappings;
    }

    private static SortedMap<PipeId, List<ResourceId>> copyOf(
            SortedMap<PipeId, List<ResourceId>> pipeResources, SortedMap<ResourceId, Resource> resources) {
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        Set<ResourceId> known = new HashSet<>(resources.keySet());
        // Many pipes share one list: each is looked at once.
        IdentityHashMap<List<ResourceId>, List<ResourceId>> seen = new IdentityHashMap<>();
        for (Map.Entry<PipeId, List<ResourceId>> entry : pipeResources.entrySet()) {
            List<ResourceId> path = seen.get(entry.getValue());
            if (path == null) {
                path = List.copyOf(entry.getValue());
                for (ResourceId resource : path) {
                    if (!known.contains(resource)) {
                        throw new IllegalArgumentException("pipe " + entry.getKey() + " uses resource " + resource
                                + ", which the map does not have");
                    }
                }
                seen.put(entry.getValue(), path);
            }
            paths.put(entry.getKey(), path);
        }
        return Collections.unmodifiableSortedMap(paths);
    }

    /// A map without content, as before the first answer.
    public static NetworkMapSnapshot empty(Instant asOf) {
        return new NetworkMapSnapshot(new MapVersion(0), asOf, new TreeMap<>(), new TreeMap<>());
    }

    /// Grows when the content changes.
    public MapVersion version() {
        return version;
    }

    /// When the source of the map was last heard.
    public Instant asOf() {
        return asOf;
    }

    /// All resources, by name.
    public SortedMap<ResourceId, Resource> resources() {
        return resources;
    }

    /// The resources of each pipe in the order of its path.
    public SortedMap<PipeId, List<ResourceId>> pipeResources() {
        return pipeResources;
    }

    /// How the map came to the resources of a pipe; pipes of which it cannot tell are missing.
    public SortedMap<PipeId, PipeMapping> mappings() {
        return mappings;
    }

    /// The same content under another version, heard at another time. Takes no time in proportion to the content.
    public NetworkMapSnapshot as(MapVersion newVersion, Instant newAsOf) {
        return new NetworkMapSnapshot(newVersion, newAsOf, resources, pipeResources, mappings, true);
    }

    /// The same content, confirmed by a later answer that may describe its resources otherwise, and tell otherwise how
    /// it came to its content.
    public NetworkMapSnapshot confirmedBy(NetworkMapSnapshot later) {
        SortedMap<ResourceId, Resource> described = resources.equals(later.resources) ? resources : later.resources;
        SortedMap<PipeId, PipeMapping> told = mappings.equals(later.mappings) ? mappings : later.mappings;
        return new NetworkMapSnapshot(version, later.asOf, described, pipeResources, told, true);
    }

    /// Whether another one of the same source tells nothing else, descriptions and mappings included. It may say no
    /// where it would take long to compare all of them.
    @SuppressWarnings("ReferenceEquality") // what did not change is shared
    public boolean tellsTheSameAs(NetworkMapSnapshot other) {
        return version.equals(other.version) && resources == other.resources && mappings == other.mappings;
    }

    /// The same pipes over resources of which some have changed. Takes time in proportion to the resources, not to the
    /// pipes.
    ///
    /// @param changed resources that the map has, as they are now
    /// @throws IllegalArgumentException if one of them is not in the map
    public NetworkMapSnapshot withResources(Map<ResourceId, Resource> changed, Instant newAsOf) {
        TreeMap<ResourceId, Resource> now = new TreeMap<>(resources);
        changed.forEach((id, resource) -> {
            if (now.put(id, resource) == null) {
                throw new IllegalArgumentException("the map has no resource " + id + " that could change");
            }
        });
        return new NetworkMapSnapshot(
                version, newAsOf, Collections.unmodifiableSortedMap(now), pipeResources, mappings, true);
    }

    /// Whether both say the same of resources and pipes, whatever their versions, ages and descriptions.
    public boolean hasSameContent(NetworkMapSnapshot other) {
        return pipeResources.equals(other.pipeResources) && hasSameResources(other.resources);
    }

    @SuppressWarnings("ReferenceEquality") // shared maps are the usual case
    private boolean hasSameResources(SortedMap<ResourceId, Resource> others) {
        if (resources == others) {
            return true;
        }
        if (resources.size() != others.size()) {
            return false;
        }
        Iterator<Resource> theirs = others.values().iterator();
        return resources.values().stream().allMatch(resource -> resource.carriesAsMuchAs(theirs.next()));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof NetworkMapSnapshot that
                        && version.equals(that.version)
                        && asOf.equals(that.asOf)
                        && hasSameContent(that)
                        && mappings.equals(that.mappings));
    }

    @Override
    public int hashCode() {
        return Objects.hash(version, asOf);
    }

    @Override
    public String toString() {
        return "map " + version.value() + " of " + asOf + ": " + resources.size() + " resources, "
                + pipeResources.size() + " pipes";
    }
}
