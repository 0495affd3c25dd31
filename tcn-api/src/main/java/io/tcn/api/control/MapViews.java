// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.alto.map.FeedStatus;
import io.tcn.alto.map.ResourceSetIds;
import io.tcn.core.model.Deterioration;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The network map as our own face shows it.
final class MapViews {
    private MapViews() {}

    /// Whether all servers have been heard lately; so it is where nobody is asked.
    static boolean isFresh(List<FeedStatus> servers) {
        return freshness(servers) == MapFreshness.FRESH;
    }

    /// A map is as old as the oldest of its parts.
    static MapFreshness freshness(List<FeedStatus> servers) {
        MapFreshness worst = MapFreshness.FRESH;
        for (FeedStatus server : servers) {
            worst = server.freshness().compareTo(worst) > 0 ? server.freshness() : worst;
        }
        return worst;
    }

    static Map<String, Object> map(NetworkMapSnapshot map, List<FeedStatus> servers, Instant now) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", map.version().value());
        json.put("confirmedAt", map.asOf());
        json.put("ageSeconds", age(map.asOf(), now));
        json.put("freshness", freshness(servers).name());
        json.put("servers", servers.stream().map(server -> server(server, now)).toList());
        json.put(
                "resources",
                map.resources().values().stream().map(MapViews::resource).toList());
        return json;
    }

    private static Map<String, Object> server(FeedStatus server, Instant now) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", server.server());
        json.put("service", server.service());
        json.put("version", server.version());
        json.put("freshness", server.freshness().name());
        json.put("confirmedAt", server.confirmedAt());
        json.put("ageSeconds", age(server.confirmedAt(), now));
        json.put("answered", server.answered());
        json.put("pushed", server.streaming());
        json.put("joined", server.joined());
        json.put("trouble", server.trouble());
        json.put("pairs", new TreeMap<>(server.pairs()));
        json.put("resources", Map.of("known", server.knownCapacities(), "unknown", server.unknownCapacities()));
        json.put("counters", new TreeMap<>(server.counters()));
        return json;
    }

    private static Map<String, Object> resource(Resource resource) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", resource.id().value());
        json.put("label", resource.description().label());
        json.put("kind", resource.kind().name());
        json.put("capacityBps", resource.capacityBps());
        json.put("source", resource.description().source());
        if (!resource.description().properties().isEmpty()) {
            json.put("properties", resource.description().properties());
        }
        if (resource.connectionCeilingBps() != null) {
            json.put("connectionCeilingBps", resource.connectionCeilingBps());
        }
        Deterioration deterioration = resource.deterioration();
        if (deterioration != null) {
            json.put(
                    "deterioration",
                    Map.of(
                            "fromConnections",
                            deterioration.fromConnections(),
                            "bpsPerConnection",
                            deterioration.bpsPerConnection()));
        }
        return json;
    }

    static Map<String, Object> pipe(PipeId pipe, NetworkMapSnapshot map) {
        List<ResourceId> path = map.pipeResources().getOrDefault(pipe, List.of());
        PipeMapping mapping = map.mappings().get(pipe);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("pipe", pipe.value());
        json.put("state", mapping == null ? null : mapping.state().name());
        json.put("reason", mapping == null ? "" : mapping.reason());
        json.put("omitted", mapping != null && mapping.omitted());
        json.put("severalPaths", mapping != null && mapping.several());
        json.put("resourceSet", ResourceSetIds.of(path));
        json.put("resources", path.stream().map(ResourceId::value).toList());
        return json;
    }

    private static long age(Instant confirmed, Instant now) {
        return Duration.between(confirmed, now).toSeconds();
    }
}
