// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.model.MapVersion;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NetworkMapChangeTest {
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
    private static final PipeId P = PipeId.of("p");
    private static final PipeId Q = PipeId.of("q");

    @Test
    void namesWhatCameWhatWentWhatChangedAndWhoMoved() {
        NetworkMapSnapshot before = map(1, Map.of("a", 10.0, "b", 20.0), Map.of(P, List.of("a"), Q, List.of("b")));
        NetworkMapSnapshot after = map(2, Map.of("a", 5.0, "c", 20.0), Map.of(P, List.of("a"), Q, List.of("c")));

        NetworkMapChange change = NetworkMapChange.between(before, after);

        assertThat(change.added()).containsExactly(ResourceId.of("c"));
        assertThat(change.removed()).containsExactly(ResourceId.of("b"));
        assertThat(change.capacities())
                .containsExactly(Map.entry(ResourceId.of("a"), new NetworkMapChange.Capacities(10.0, 5.0)));
        assertThat(change.remapped()).containsExactly(Q);
    }

    @Test
    void newResourcesLeaveThePathsShared() {
        NetworkMapSnapshot before = map(1, Map.of("a", 10.0), Map.of(P, List.of("a")));
        ResourceId a = ResourceId.of("a");
        NetworkMapSnapshot after = before.withResources(Map.of(a, resource("a", null)), NOON.plusSeconds(1));

        assertThat(after.pipeResources()).isSameAs(before.pipeResources());
        assertThat(NetworkMapChange.between(before, after).capacities())
                .containsExactly(Map.entry(a, new NetworkMapChange.Capacities(10.0, null)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> before.withResources(Map.of(ResourceId.of("z"), resource("z", 1.0)), NOON))
                .withMessageContaining("no resource z");
    }

    @Test
    void aMapAgesFromFreshToStaleToOld() {
        Duration period = Duration.ofSeconds(30);
        assertThat(MapFreshness.of(Duration.ofSeconds(90), period)).isEqualTo(MapFreshness.FRESH);
        assertThat(MapFreshness.of(Duration.ofSeconds(91), period)).isEqualTo(MapFreshness.STALE);
        assertThat(MapFreshness.of(Duration.ofHours(24), period)).isEqualTo(MapFreshness.STALE);
        assertThat(MapFreshness.of(Duration.ofHours(24).plusMillis(1), period)).isEqualTo(MapFreshness.OLD);
    }

    private static NetworkMapSnapshot map(
            long version, Map<String, Double> capacities, Map<PipeId, List<String>> paths) {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        capacities.forEach((name, bps) -> resources.put(ResourceId.of(name), resource(name, bps)));
        SortedMap<PipeId, List<ResourceId>> pipes = new TreeMap<>();
        paths.forEach((pipe, path) ->
                pipes.put(pipe, path.stream().map(ResourceId::of).toList()));
        return new NetworkMapSnapshot(new MapVersion(version), NOON, resources, pipes);
    }

    private static Resource resource(String name, @Nullable Double bps) {
        return new Resource(ResourceId.of(name), Resource.Kind.LINK, bps);
    }
}
