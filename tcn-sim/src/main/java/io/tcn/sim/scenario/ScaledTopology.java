// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.topology.Topology;
import java.util.List;

/// A topology whose links and sites carry another part of what they carried.
public final class ScaledTopology {
    private ScaledTopology() {}

    /// All capacities times a factor.
    ///
    /// @param factor positive and finite
    public static Topology of(Topology topology, double factor) {
        if (!(factor > 0) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("capacities are scaled by a positive factor, given was " + factor);
        }
        List<Topology.Link> links = topology.links().stream()
                .map(link -> new Topology.Link(
                        link.id(), link.a(), link.b(), link.capacityGbps() * factor, link.latencyMs(), link.metric()))
                .toList();
        List<Topology.Site> sites = topology.allSites().stream()
                .map(site -> new Topology.Site(
                        site.id(),
                        site.name(),
                        site.routers(),
                        site.capacityGbps() == null ? null : (Double) (site.capacityGbps() * factor),
                        site.endpoints(),
                        site.prefixes()))
                .toList();
        return new Topology(topology.name(), topology.nodes(), links, sites);
    }

    /// A scenario on its topology scaled; storages that it describes itself stay as they are.
    public static Scenario of(Scenario scenario, double factor) {
        return new Scenario(
                scenario.name(),
                scenario.describes(),
                scenario.topologyName(),
                of(scenario.topology(), factor),
                scenario.pipes(),
                scenario.controls(),
                scenario.transfers(),
                scenario.infiniteBacklog(),
                scenario.details());
    }
}
