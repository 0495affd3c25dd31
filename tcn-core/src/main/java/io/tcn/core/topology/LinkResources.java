// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.topology;

import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.util.ArrayList;
import java.util.List;

/// The two resources that a full-duplex link is: one per direction.
public final class LinkResources {
    private static final double BPS_PER_GBPS = 1e9;

    private LinkResources() {}

    /// The direction from `a` to `b`.
    public static ResourceId forward(Topology.Link link) {
        return ResourceId.of("link:" + link.id() + ":" + link.a() + ">" + link.b());
    }

    /// The direction from `b` to `a`.
    public static ResourceId backward(Topology.Link link) {
        return ResourceId.of("link:" + link.id() + ":" + link.b() + ">" + link.a());
    }

    /// Both directions of every link, with the link's capacity each.
    public static List<Resource> all(Topology topology) {
        List<Resource> resources = new ArrayList<>();
        for (Topology.Link link : topology.links()) {
            double capacityBps = link.capacityGbps() * BPS_PER_GBPS;
            resources.add(new Resource(forward(link), Resource.Kind.LINK, capacityBps));
            resources.add(new Resource(backward(link), Resource.Kind.LINK, capacityBps));
        }
        return resources;
    }
}
