// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeTable;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.StorageSides;
import io.tcn.core.topology.Topology;
import io.tcn.core.topology.TopologyNetworkMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CappedNetworkMapTest {
    private static final ResourceId READ = ResourceId.of("read:https://a");
    private static final ResourceId WRITE = ResourceId.of("write:https://b");
    private static final Pipe PIPE = pipe("p", "https://a", "https://b");
    private static final Pipe WITH_PORT = pipe("q", "https://a:8443", "https://b:8443");

    private final NetworkMap known = new TopologyNetworkMap(
            new Topology(null, List.of(), List.of(), null),
            Map.of(),
            new StorageAssumption(Double.POSITIVE_INFINITY),
            new SystemTime());

    @Test
    void withoutCapsTheMapIsAsItWas() throws NetworkMapUnavailableException {
        NetworkMapSnapshot capped = capped(OptionalDouble.empty(), OptionalDouble.empty());
        assertThat(capped.hasSameContent(known.map(PipeTable.of(List.of(PIPE, WITH_PORT)))))
                .isTrue();
    }

    @Test
    void aCapIsACapacityThatAllPortsOfAHostShare() throws NetworkMapUnavailableException {
        NetworkMapSnapshot capped = capped(OptionalDouble.of(1e9), OptionalDouble.of(2e9));
        assertThat(capped.resources().get(READ)).isEqualTo(new Resource(READ, Resource.Kind.STORAGE_READ, 1e9));
        assertThat(capped.resources().get(WRITE)).isEqualTo(new Resource(WRITE, Resource.Kind.STORAGE_WRITE, 2e9));
        assertThat(capped.pipeResources().get(PIPE.id())).containsExactly(READ, WRITE);
        assertThat(capped.pipeResources().get(WITH_PORT.id()))
                .containsExactly(
                        READ, ResourceId.of("read:https://a:8443"), ResourceId.of("write:https://b:8443"), WRITE);
    }

    @Test
    void theLesserOfKnownAndConfiguredHolds() throws NetworkMapUnavailableException {
        NetworkMap slower = new CappedNetworkMap(known, capacities(OptionalDouble.of(1e9), OptionalDouble.empty()));
        assertThat(new CappedNetworkMap(slower, capacities(OptionalDouble.of(3e9), OptionalDouble.empty()))
                        .map(PipeTable.of(List.of(PIPE)))
                        .resources()
                        .get(READ))
                .isEqualTo(new Resource(READ, Resource.Kind.STORAGE_READ, 1e9));
    }

    @Test
    void aPipeThatNoResourceCanBeNamedAfterCostsNoOther() throws NetworkMapUnavailableException {
        Pipe bad = pipe("bad", "http://" + "a".repeat(300), "https://b");
        NetworkMapSnapshot capped = new CappedNetworkMap(
                        new StorageSides(known), capacities(OptionalDouble.of(1e9), OptionalDouble.of(2e9)))
                .map(PipeTable.of(List.of(PIPE)));
        NetworkMap nothing = new NetworkMap() {
            @Override
            public void listen(Runnable changed) {
                // It never changes.
            }

            @Override
            public NetworkMapSnapshot map(PipeTable pipes) {
                return capped;
            }
        };
        NetworkMapSnapshot both = new CappedNetworkMap(
                        nothing, capacities(OptionalDouble.of(1e9), OptionalDouble.of(2e9)))
                .map(PipeTable.of(List.of(bad, PIPE)));
        assertThat(both.pipeResources().get(PIPE.id())).containsExactly(READ, WRITE);
    }

    private NetworkMapSnapshot capped(OptionalDouble read, OptionalDouble write) throws NetworkMapUnavailableException {
        return new CappedNetworkMap(known, capacities(read, write)).map(PipeTable.of(List.of(PIPE, WITH_PORT)));
    }

    private static StorageCapacities capacities(OptionalDouble read, OptionalDouble write) {
        return new StorageCapacities() {
            @Override
            public boolean isAnySet() {
                return true;
            }

            @Override
            public OptionalDouble readBps(Endpoint endpoint) {
                return read;
            }

            @Override
            public OptionalDouble writeBps(Endpoint endpoint) {
                return write;
            }
        };
    }

    private static Pipe pipe(String id, String source, String destination) {
        return new Pipe(
                PipeId.of(id),
                Endpoint.parse(source),
                Endpoint.parse(destination),
                UserId.of("cms"),
                new PipeLimits(1, 9));
    }
}
