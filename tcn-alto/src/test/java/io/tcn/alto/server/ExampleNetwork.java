// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.core.model.ResourceId;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Three sites around one exchange: `cern -- ams -- nyc -- bnl`, and `fnal` behind `nyc`.
///
/// | link | Gbit/s | ms | metric |
/// |---|---|---|---|
/// | `ca` cern-ams | 400 | 5 | 10 |
/// | `an` ams-nyc | 100 | 40 | 20 |
/// | `nb` nyc-bnl | 200 | 1 | 5 |
/// | `nf` nyc-fnal | 100 | 10 | 15 |
/// | `cn` cern-nyc | 50 | 50 | `direct` metric |
final class ExampleNetwork {
    private ExampleNetwork() {}

    static PublishedNetwork plain() {
        return TopologyNetwork.of(topology(100));
    }

    /// All traffic between cern and the others takes the direct link.
    static PublishedNetwork withShortcut() {
        return TopologyNetwork.of(topology(1));
    }

    static PublishedNetwork withCapacity(String label, double bps) {
        return TopologyNetwork.of(topology(100), StorageAssumption.ESNET, Map.of(ResourceId.of(label), bps));
    }

    static Topology topology(double directMetric) {
        return new Topology(
                "example",
                List.of(node("cern"), node("ams"), node("nyc"), node("bnl"), node("fnal")),
                List.of(
                        new Topology.Link("ca", "cern", "ams", 400, 5.0, 10.0),
                        new Topology.Link("an", "ams", "nyc", 100, 40.0, 20.0),
                        new Topology.Link("nb", "nyc", "bnl", 200, 1.0, 5.0),
                        new Topology.Link("nf", "nyc", "fnal", 100, 10.0, 15.0),
                        new Topology.Link("cn", "cern", "nyc", 50, 50.0, directMetric)),
                List.of(
                        site("cern", List.of("192.0.2.0/26", "2001:db8:1::/48")),
                        site("bnl", List.of("192.0.2.64/26", "2001:db8:2::/48")),
                        site("fnal", List.of("192.0.2.128/26", "2001:db8:3::/48"))));
    }

    /// Sites of these names alone, without a link.
    static Topology topologyOf(Topology.Site... sites) {
        return new Topology(
                null, Arrays.stream(sites).map(site -> node(site.id())).toList(), List.of(), List.of(sites));
    }

    private static Topology.Node node(String id) {
        return new Topology.Node(id, "router", null, null);
    }

    static Topology.Site site(String id, @Nullable List<String> prefixes) {
        return new Topology.Site(id, null, List.of(id), 800.0, null, prefixes);
    }
}
