// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.topology;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.PipeTable;
import io.tcn.core.port.TimeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The network map of a topology: a pipe uses the read side of its source's site, the links of the least-metric
/// route, and the write side of its destination's site. An endpoint that no site has is a storage of its own of
/// unknown capacity, and nothing is known of the links to it.
///
/// Used by one thread.
public final class TopologyNetworkMap implements NetworkMap {
    private static final double BPS_PER_GBPS = 1e9;

    /// Why nothing is known of a pipe: no site has one of its storages, or no link leads from one site to the other.
    private static final String NO_SITE = "no-site";

    private static final String NO_ROUTE = "no-route";

    private final TimeSource time;
    private final Routes routes;
    private final SortedMap<ResourceId, Resource> fixedResources = new TreeMap<>();
    private final Map<Endpoint, String> siteOfEndpoint = new HashMap<>();

    /// @param endpointSites endpoints and the sites that they are at, in addition to those that the topology names
    /// @throws IllegalArgumentException if an endpoint is at a site that the topology does not have
    public TopologyNetworkMap(
            Topology topology, Map<Endpoint, String> endpointSites, StorageAssumption storages, TimeSource time) {
        this.time = time;
        this.routes = new Routes(topology);
        for (Resource link : LinkResources.all(topology)) {
            fixedResources.put(link.id(), link);
        }
        for (Topology.Site site : topology.allSites()) {
            addStorage(site, storages);
            if (site.endpoints() != null) {
                site.endpoints()
                        .forEach(url -> siteOfEndpoint.put(Endpoint.parse(url).storage(), site.id()));
            }
        }
        endpointSites.forEach((endpoint, site) -> {
            if (!routes.hasSite(site)) {
                throw new IllegalArgumentException(
                        "endpoint " + endpoint + " is said to be at site " + site + ", which the topology lacks");
            }
            siteOfEndpoint.put(endpoint.storage(), site);
        });
    }

    private void addStorage(Topology.Site site, StorageAssumption storages) {
        double gbps = storages.maxCapacityGbps();
        if (site.capacityGbps() != null) {
            gbps = Math.min(gbps, site.capacityGbps());
        }
        Double capacityBps = Double.isInfinite(gbps) ? null : (Double) (gbps * BPS_PER_GBPS);
        put(new Resource(readSide(site.id()), Resource.Kind.STORAGE_READ, capacityBps));
        put(new Resource(writeSide(site.id()), Resource.Kind.STORAGE_WRITE, capacityBps));
    }

    private void put(Resource resource) {
        fixedResources.put(resource.id(), resource);
    }

    /// The read side of a site's storage.
    public static ResourceId readSide(String site) {
        return ResourceId.of("read:" + site);
    }

    /// The write side of a site's storage.
    public static ResourceId writeSide(String site) {
        return ResourceId.of("write:" + site);
    }

    /// The read side of an endpoint's storage: the same for all spellings of its address.
    ///
    /// @throws IllegalArgumentException if no resource can have its name
    public static ResourceId readSide(Endpoint endpoint) {
        return readSide(endpoint.storage().toString());
    }

    /// The write side of an endpoint's storage: the same for all spellings of its address.
    ///
    /// @throws IllegalArgumentException if no resource can have its name
    public static ResourceId writeSide(Endpoint endpoint) {
        return writeSide(endpoint.storage().toString());
    }

    /// The routes that this map follows.
    public Routes routes() {
        return routes;
    }

    /// The site of an endpoint, empty if no site has it.
    public Optional<String> findSite(Endpoint endpoint) {
        return Optional.ofNullable(siteOfEndpoint.get(endpoint.storage()));
    }

    @Override
    public NetworkMapSnapshot map(PipeTable pipes) {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>(fixedResources);
        SortedMap<PipeId, List<ResourceId>> pipeResources = new TreeMap<>();
        SortedMap<PipeId, PipeMapping> mappings = new TreeMap<>();
        for (Pipe pipe : pipes.pipes()) {
            List<ResourceId> used = new ArrayList<>();
            @Nullable String from = siteOfEndpoint.get(pipe.source().storage());
            @Nullable String to = siteOfEndpoint.get(pipe.destination().storage());
            used.add(storage(
                    from == null ? readSide(pipe.source()) : readSide(from), Resource.Kind.STORAGE_READ, resources));
            List<ResourceId> links = from == null || to == null
                    ? null
                    : routes.find(from, to).map(Routes.Route::links).orElse(null);
            used.addAll(links == null ? List.of() : links);
            used.add(storage(
                    to == null ? writeSide(pipe.destination()) : writeSide(to),
                    Resource.Kind.STORAGE_WRITE,
                    resources));
            pipeResources.put(pipe.id(), used);
            mappings.put(pipe.id(), mapping(from == null || to == null ? NO_SITE : NO_ROUTE, links));
        }
        return new NetworkMapSnapshot(new MapVersion(0), time.now(), resources, pipeResources, mappings);
    }

    /// @param why what is missing if there are no links
    private static PipeMapping mapping(String why, @Nullable List<ResourceId> links) {
        if (links == null) {
            return PipeMapping.unmapped(why);
        }
        return links.isEmpty() ? PipeMapping.NO_LIMIT : PipeMapping.MAPPED;
    }

    private static ResourceId storage(ResourceId id, Resource.Kind kind, SortedMap<ResourceId, Resource> resources) {
        resources.computeIfAbsent(id, missing -> new Resource(missing, kind, null));
        return id;
    }
}
