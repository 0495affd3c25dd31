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

    static NetworkAnswers.MapAnswer map(NetworkMapSnapshot map, List<FeedStatus> servers, Instant now) {
        return new NetworkAnswers.MapAnswer(
                map.version().value(),
                map.asOf(),
                age(map.asOf(), now),
                freshness(servers),
                servers.stream().map(server -> server(server, now)).toList(),
                map.resources().values().stream().map(MapViews::resource).toList());
    }

    private static NetworkAnswers.MapServerAnswer server(FeedStatus server, Instant now) {
        Map<String, Integer> pairs = new TreeMap<>();
        server.pairs().forEach((state, count) -> pairs.put(state.name(), count));
        return new NetworkAnswers.MapServerAnswer(
                server.server(),
                server.service(),
                server.version(),
                server.freshness(),
                server.confirmedAt(),
                age(server.confirmedAt(), now),
                server.answered(),
                server.streaming(),
                server.joined(),
                server.trouble(),
                pairs,
                new NetworkAnswers.CapacityCountsAnswer(server.knownCapacities(), server.unknownCapacities()),
                new TreeMap<>(server.counters()));
    }

    private static NetworkAnswers.MapResourceAnswer resource(Resource resource) {
        Map<String, String> properties = resource.description().properties();
        Deterioration deterioration = resource.deterioration();
        return new NetworkAnswers.MapResourceAnswer(
                resource.id().value(),
                resource.description().label(),
                resource.kind(),
                resource.capacityBps(),
                resource.description().source(),
                properties.isEmpty() ? null : properties,
                resource.connectionCeilingBps(),
                deterioration == null
                        ? null
                        : new NetworkAnswers.DeteriorationAnswer(
                                deterioration.fromConnections(), deterioration.bpsPerConnection()));
    }

    static NetworkAnswers.PipeMappingAnswer pipe(PipeId pipe, NetworkMapSnapshot map) {
        List<ResourceId> path = map.pipeResources().getOrDefault(pipe, List.of());
        PipeMapping mapping = map.mappings().get(pipe);
        return new NetworkAnswers.PipeMappingAnswer(
                pipe.value(),
                mapping == null ? null : mapping.state(),
                mapping == null ? "" : mapping.reason(),
                mapping != null && mapping.omitted(),
                mapping != null && mapping.several(),
                ResourceSetIds.of(path),
                path.stream().map(ResourceId::value).toList());
    }

    private static long age(Instant confirmed, Instant now) {
        return Duration.between(confirmed, now).toSeconds();
    }
}
