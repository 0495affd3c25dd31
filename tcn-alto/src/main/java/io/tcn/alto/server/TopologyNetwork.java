// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.topology.LinkResources;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import io.tcn.core.topology.TopologyNetworkMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes what is published out of a topology. Elements are named as the control plane names its resources:
/// `link:<id>:<from>><to>`, `read:<site>`, `write:<site>`.
public final class TopologyNetwork {
    private static final double BPS_PER_GBPS = 1e9;
    private static final int GLOBAL_ID_BYTES = 5;

    private TopologyNetwork() {}

    /// A topology as it is.
    public static PublishedNetwork of(Topology topology) {
        return of(topology, StorageAssumption.ESNET, Map.of());
    }

    /// A topology of which some capacities are known better than it says.
    ///
    /// @param storages what is assumed of storages
    /// @param capacityOverridesBps capacities in bit/s, zero or more; they go before those of the topology
    /// @throws IllegalArgumentException if one is given for something that the topology does not have
    public static PublishedNetwork of(
            Topology topology, StorageAssumption storages, Map<ResourceId, Double> capacityOverridesBps) {
        SortedMap<String, PublishedNetwork.Element> elements = new TreeMap<>();
        for (Resource link : LinkResources.all(topology)) {
            put(elements, link.id(), link.kind(), link.capacityBps());
        }
        List<PublishedNetwork.Site> sites = new ArrayList<>();
        for (Topology.Site site : topology.allSites()) {
            sites.add(new PublishedNetwork.Site(site.id(), prefixes(site)));
            @Nullable Double capacityBps = storageBps(site, storages);
            put(elements, TopologyNetworkMap.readSide(site.id()), Resource.Kind.STORAGE_READ, capacityBps);
            put(elements, TopologyNetworkMap.writeSide(site.id()), Resource.Kind.STORAGE_WRITE, capacityBps);
        }
        capacityOverridesBps.forEach((id, capacityBps) -> {
            PublishedNetwork.Element known = elements.get(id.value());
            if (known == null) {
                throw new IllegalArgumentException("a capacity is given for " + id + ", which the topology lacks");
            }
            put(elements, id, known.kind(), capacityBps);
        });
        return new PublishedNetwork(sites, elements, new TopologyPaths(topology));
    }

    private static void put(
            SortedMap<String, PublishedNetwork.Element> elements,
            ResourceId id,
            Resource.Kind kind,
            @Nullable Double capacityBps) {
        elements.put(id.value(), new PublishedNetwork.Element(id.value(), kind, capacityBps, new TreeMap<>()));
    }

    private static @Nullable Double storageBps(Topology.Site site, StorageAssumption storages) {
        double gbps = storages.maxCapacityGbps();
        if (site.capacityGbps() != null) {
            gbps = Math.min(gbps, site.capacityGbps());
        }
        return Double.isInfinite(gbps) ? null : (Double) (gbps * BPS_PER_GBPS);
    }

    private static List<String> prefixes(Topology.Site site) {
        List<String> given = site.prefixes();
        return given == null || given.isEmpty() ? List.of(madeUpPrefix(site.id())) : given;
    }

    /// A /48 out of the unique local addresses (RFC 4193 §3.1) for a site of which the topology gives none. Its
    /// global id is the first 40 bits of the SHA-256 of the site's name, so it is the same on every machine.
    static String madeUpPrefix(String siteId) {
        byte[] hash = Sha256.of(siteId.getBytes(StandardCharsets.UTF_8));
        String hex = "fd" + HexFormat.of().formatHex(hash, 0, GLOBAL_ID_BYTES);
        return hex.substring(0, 4) + ":" + hex.substring(4, 8) + ":" + hex.substring(8, 12) + "::/48";
    }
}
