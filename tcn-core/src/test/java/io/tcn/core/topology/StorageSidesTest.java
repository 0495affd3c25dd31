// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.PipeTable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StorageSidesTest {
    /// Knows of no path.
    private static final NetworkMap NOTHING = new NetworkMap() {
        @Override
        public void listen(Runnable changed) {
            // It never changes.
        }

        @Override
        public NetworkMapSnapshot map(PipeTable pipes) {
            return new NetworkMapSnapshot(new MapVersion(0), Instant.EPOCH, new TreeMap<>(), new TreeMap<>());
        }
    };

    private static Pipe pipe(String id, String source) {
        return new Pipe(
                PipeId.of(id),
                Endpoint.parse(source),
                Endpoint.parse("https://to.example.org"),
                UserId.of("u"),
                new PipeLimits(1, 8));
    }

    @Test
    void aPipeWhoseStorageNoResourceCanBeNamedAfterCostsItselfOnly() throws NetworkMapUnavailableException {
        Pipe good = pipe("good", "https://from.example.org");
        Pipe bad = pipe("bad", "http://" + "a".repeat(300) + "/");

        NetworkMapSnapshot map = new StorageSides(NOTHING).map(PipeTable.of(List.of(bad, good)));

        assertThat(map.pipeResources().get(good.id()))
                .containsExactly(
                        ResourceId.of("read:https://from.example.org"), ResourceId.of("write:https://to.example.org"));
        assertThat(map.pipeResources().get(bad.id())).isEmpty();
        assertThat(map.mappings().get(bad.id())).isEqualTo(PipeMapping.unmapped("unnameable"));
    }

    @Test
    void twoSpellingsOfOneStorageAreOneResource() throws NetworkMapUnavailableException {
        Pipe one = pipe("one", "https://from.example.org");
        Pipe other = pipe("other", "davs://FROM.example.org:443");

        NetworkMapSnapshot map = new StorageSides(NOTHING).map(PipeTable.of(List.of(one, other)));

        assertThat(map.resources())
                .containsOnlyKeys(
                        ResourceId.of("read:https://from.example.org"), ResourceId.of("write:https://to.example.org"));
        assertThat(map.pipeResources().get(other.id()))
                .isEqualTo(map.pipeResources().get(one.id()));
    }

    @Test
    void whatTheMapSaysOfAPipeIsTheLatestThoughItsResourcesAreTheSame() throws NetworkMapUnavailableException {
        Pipe pipe = pipe("p", "https://from.example.org");
        PipeTable table = new PipeTable(1, List.of(pipe));
        AtomicReference<PipeMapping> said = new AtomicReference<>(PipeMapping.unmapped("never-answered"));
        StorageSides sides = new StorageSides(new NetworkMap() {
            @Override
            public void listen(Runnable changed) {
                // It is asked.
            }

            @Override
            public NetworkMapSnapshot map(PipeTable pipes) {
                return new NetworkMapSnapshot(
                        new MapVersion(0),
                        Instant.EPOCH,
                        new TreeMap<>(),
                        new TreeMap<>(Map.of(pipe.id(), List.of())),
                        new TreeMap<>(Map.of(pipe.id(), said.get())));
            }
        });
        assertThat(sides.map(table).mappings().get(pipe.id())).isEqualTo(PipeMapping.unmapped("never-answered"));

        said.set(PipeMapping.NO_LIMIT);

        assertThat(sides.map(table).mappings().get(pipe.id())).isEqualTo(PipeMapping.NO_LIMIT);
    }
}
