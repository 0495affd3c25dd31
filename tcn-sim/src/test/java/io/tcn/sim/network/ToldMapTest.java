// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeTable;
import io.tcn.sim.engine.Engine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ToldMapTest {
    private static final ResourceId LINK = ResourceId.of("link:l");
    private static final ResourceId STORAGE = ResourceId.of("read:s");
    private static final Pipe PIPE = new Pipe(
            PipeId.of("p"),
            Endpoint.parse("sim://a"),
            Endpoint.parse("sim://b"),
            UserId.of("u"),
            new PipeLimits(1, 100));

    private static NetworkMapSnapshot map(double linkBps) {
        return new NetworkMapSnapshot(
                new MapVersion(0),
                Engine.EPOCH,
                new TreeMap<>(Map.of(
                        LINK, new Resource(LINK, Resource.Kind.LINK, linkBps),
                        STORAGE, new Resource(STORAGE, Resource.Kind.STORAGE_READ, 50e9))),
                new TreeMap<>(Map.of(PIPE.id(), List.of(STORAGE, LINK))));
    }

    private static FluidNetwork network(double linkBps) {
        return FluidNetwork.of(map(linkBps), List.of(PIPE), Physics.DEFAULT);
    }

    private static Resource told(ToldMap map, ResourceId id) throws NetworkMapUnavailableException {
        Resource resource = map.map(PipeTable.of(List.of(PIPE))).resources().get(id);
        if (resource == null) {
            throw new AssertionError(id + " is missing");
        }
        return resource;
    }

    @Test
    void eachLevelTellsSoMuchAndNoMore() throws NetworkMapUnavailableException {
        // 100 Gbit/s at 2 per connection: n0 = 50; 75 Gbit/s lost at 100 connections: 1.5 each.
        Resource link = new Resource(LINK, Resource.Kind.LINK, 100e9, 2e9, new Deterioration(50, 1.5e9));
        NetworkMapSnapshot paths = map(100e9);

        ToldMap full = new ToldMap(pipes -> paths, network(100e9), Knowledge.FULL, Set.of());
        ToldMap capacities = new ToldMap(pipes -> paths, network(100e9), Knowledge.CAPACITIES, Set.of());
        ToldMap none = new ToldMap(pipes -> paths, network(100e9), Knowledge.NONE, Set.of());

        assertThat(told(full, LINK)).isEqualTo(link);
        assertThat(told(capacities, LINK)).isEqualTo(new Resource(LINK, Resource.Kind.LINK, 100e9));
        assertThat(told(none, LINK)).isEqualTo(new Resource(LINK, Resource.Kind.LINK, null));
        assertThat(none.map(PipeTable.of(List.of(PIPE))).pipeResources()).isEqualTo(paths.pipeResources());
    }

    @Test
    void ofHiddenResourcesOnlyTheNameIsTold() throws NetworkMapUnavailableException {
        NetworkMapSnapshot paths = map(100e9);
        ToldMap map = new ToldMap(pipes -> paths, network(100e9), Knowledge.FULL, Set.of(STORAGE));

        assertThat(told(map, STORAGE)).isEqualTo(new Resource(STORAGE, Resource.Kind.STORAGE_READ, null));
        assertThat(told(map, LINK).capacityBps()).isEqualTo(100e9);
    }

    @Test
    void anotherNetworkIsToldFromThenOn() throws NetworkMapUnavailableException {
        NetworkMapSnapshot paths = map(100e9);
        ToldMap map = new ToldMap(pipes -> paths, network(100e9), Knowledge.CAPACITIES, Set.of());

        map.networkChanged(network(40e9));

        assertThat(told(map, LINK).capacityBps()).isEqualTo(40e9);
    }

    @Test
    void levelsHaveNames() {
        assertThat(Knowledge.parse("capacities")).isEqualTo(Knowledge.CAPACITIES);
        assertThatThrownBy(() -> Knowledge.parse("FULL")).hasMessageContaining("full, capacities or none");
    }
}
