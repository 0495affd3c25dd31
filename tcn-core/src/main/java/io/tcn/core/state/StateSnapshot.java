// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The run-time transport-control state at one moment, without the transfers: immutable, for any thread.
///
/// @param revision grows with every change
/// @param users users by name
/// @param pipes pipes by name
/// @param resourceSets resource-sets by name
/// @param resourceControls what operators allow whom
/// @param endpointLimits the most connections at an endpoint, by endpoint
/// @param totalLimit the most connections of all pipes together
/// @param map which pipe uses which resource
/// @param control n
public record StateSnapshot(
        long revision,
        SortedMap<UserId, User> users,
        SortedMap<PipeId, Pipe> pipes,
        SortedMap<ResourceSetName, ResourceSet> resourceSets,
        List<ResourceControl> resourceControls,
        SortedMap<Endpoint, EndpointLimit> endpointLimits,
        int totalLimit,
        NetworkMapSnapshot map,
        ControlState control) {
    public StateSnapshot {
        users = Collections.unmodifiableSortedMap(new TreeMap<>(users));
        pipes = Collections.unmodifiableSortedMap(new TreeMap<>(pipes));
        resourceSets = Collections.unmodifiableSortedMap(new TreeMap<>(resourceSets));
        resourceControls = List.copyOf(resourceControls);
        endpointLimits = Collections.unmodifiableSortedMap(new TreeMap<>(endpointLimits));
    }

    /// The pipe with this source, destination and user. Takes time in proportion to the pipes: for many, see
    /// [#pipesByKey].
    public Optional<Pipe> findPipe(PipeKey key) {
        return pipes.values().stream().filter(pipe -> pipe.key().equals(key)).findFirst();
    }

    /// All pipes by source, destination and user; made anew at each call.
    public Map<PipeKey, Pipe> pipesByKey() {
        Map<PipeKey, Pipe> byKey = new HashMap<>();
        pipes.values().forEach(pipe -> byKey.put(pipe.key(), pipe));
        return byKey;
    }
}
