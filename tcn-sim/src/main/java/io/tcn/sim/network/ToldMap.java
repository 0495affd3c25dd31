// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A network map that tells the control plane more or less of the real network than another one does: the paths are
/// those of the other one, the numbers those of the real network as far as they are to be known. Used by one thread.
public final class ToldMap implements NetworkMap {
    private final NetworkMap paths;
    private final Knowledge knowledge;
    private final Set<ResourceId> hidden;
    private final Map<ResourceId, Resource> truth = new HashMap<>();

    /// @param paths which pipe uses which resources, and the numbers of resources that no pipe uses
    /// @param network the real network
    /// @param knowledge what is told of resources that are not hidden
    /// @param hidden resources of which nothing but the name is told
    public ToldMap(NetworkMap paths, FluidNetwork network, Knowledge knowledge, Set<ResourceId> hidden) {
        this.paths = paths;
        this.knowledge = knowledge;
        this.hidden = Set.copyOf(hidden);
        networkChanged(network);
    }

    /// What is told from the next question on is that of another network.
    public void networkChanged(FluidNetwork network) {
        truth.clear();
        network.resources().forEach(resource -> truth.put(resource.id(), resource));
    }

    @Override
    public NetworkMapSnapshot map(PipeTable pipes) throws NetworkMapUnavailableException {
        NetworkMapSnapshot given = paths.map(pipes);
        SortedMap<ResourceId, Resource> told = new TreeMap<>();
        given.resources().forEach((id, resource) -> told.put(id, tell(resource)));
        return new NetworkMapSnapshot(given.version(), given.asOf(), told, given.pipeResources(), given.mappings());
    }

    private Resource tell(Resource given) {
        Resource real = truth.getOrDefault(given.id(), given);
        Knowledge level = hidden.contains(given.id()) ? Knowledge.NONE : knowledge;
        @Nullable Double capacityBps = level == Knowledge.NONE ? null : real.capacityBps();
        @Nullable Double ceilingBps = level == Knowledge.FULL ? real.connectionCeilingBps() : null;
        @Nullable Deterioration deterioration = level == Knowledge.FULL ? real.deterioration() : null;
        return new Resource(given.id(), given.kind(), capacityBps, ceilingBps, deterioration);
    }
}
