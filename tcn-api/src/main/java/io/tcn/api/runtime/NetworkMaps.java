// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.alto.map.TopologyFile;
import io.tcn.core.model.Endpoint;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.TimeSource;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import io.tcn.core.topology.TopologyNetworkMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The network map that the settings ask for.
final class NetworkMaps {
    private static final StorageAssumption UNKNOWN_STORAGES = new StorageAssumption(Double.POSITIVE_INFINITY);

    private NetworkMaps() {}

    static NetworkMap of(TcnProperties.Topology settings, TimeSource time) {
        String file = settings.file();
        Topology topology = file == null ? new Topology(null, List.of(), List.of(), null) : TopologyFile.read(file);
        Map<Endpoint, String> sites = new HashMap<>();
        settings.sites().forEach((url, site) -> sites.put(Endpoint.parse(url), site));
        return new TopologyNetworkMap(topology, sites, UNKNOWN_STORAGES, time);
    }
}
