// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.DirectoryStore;
import io.tcn.api.store.DirectoryStore.UserDn;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// What is declared, in memory for quick answers: what should be. Read by any thread, changed by one at a time, once
/// the change is in the store. The sets of [ResourceSet#FIXED] are always there.
final class DeclaredState {
    private final Map<UserId, User> users = new ConcurrentSkipListMap<>();
    private final Map<String, UserDn> userDns = new ConcurrentHashMap<>();
    private final Map<PipeKey, Pipe> pipes = new ConcurrentHashMap<>();
    private final Map<PipeId, Pipe> pipesById = new ConcurrentSkipListMap<>();
    private final Map<UserId, Integer> pipeCounts = new ConcurrentHashMap<>();
    private final Map<PipeKey, Pipe> forgotten = new ConcurrentHashMap<>();
    private final Map<ResourceSetName, ResourceSet> resourceSets = new ConcurrentSkipListMap<>();
    private final Map<Endpoint, EndpointLimit> endpointLimits = new ConcurrentSkipListMap<>();
    private final TimedControls controls = new TimedControls();

    DeclaredState() {
        ResourceSet.FIXED.forEach(set -> resourceSets.put(set.name(), set));
    }

    /// Takes in what the store has.
    void load(DirectoryStore store) {
        store.users().forEach(user -> users.put(user.id(), user));
        store.userDns().forEach(dn -> userDns.put(dn.dn(), dn));
        store.pipes().forEach(this::put);
        // Of older versions there may be other sets by the names of those that are always there.
        store.resourceSets().forEach(set -> resourceSets.merge(set.name(), set, (fixed, stored) -> fixed));
        store.resourceControls().forEach(controls::put);
        store.forgottenPipes().forEach(pipe -> forgotten.put(pipe.key(), pipe));
        store.endpointLimits().forEach(limit -> endpointLimits.put(limit.endpoint(), limit));
    }

    /// Takes in a change.
    void apply(DirectoryChange change) {
        change.put().users().forEach(user -> users.put(user.id(), user));
        change.put().dns().forEach(dn -> userDns.put(dn.dn(), dn));
        change.put().sets().forEach(set -> resourceSets.put(set.name(), set));
        change.put().pipes().forEach(this::put);
        change.put().controls().forEach(controls::put);
        change.put().limits().forEach(limit -> endpointLimits.put(limit.endpoint(), limit));
        change.gone().controls().forEach(controls::remove);
        change.gone().limits().forEach(endpointLimits::remove);
        change.gone().sets().forEach(resourceSets::remove);
        change.gone().pipes().forEach(this::forget);
        change.gone().dns().forEach(userDns::remove);
        change.gone().users().forEach(this::forget);
    }

    private void put(Pipe pipe) {
        forgotten.remove(pipe.key());
        if (pipes.put(pipe.key(), pipe) == null) {
            pipeCounts.merge(pipe.user(), 1, Integer::sum);
        }
        pipesById.put(pipe.id(), pipe);
    }

    private void forget(Pipe pipe) {
        if (pipes.remove(pipe.key()) != null) {
            pipeCounts.merge(pipe.user(), -1, Integer::sum);
        }
        pipesById.remove(pipe.id());
        forgotten.put(pipe.key(), pipe);
    }

    private void forget(UserId user) {
        users.remove(user);
        userDns.values().removeIf(dn -> dn.user().equals(user));
        forgotten.values().removeIf(pipe -> pipe.user().equals(user));
    }

    /// Pipes that were removed are no longer kept for their return.
    void deleteForgotten(Set<PipeId> removed) {
        forgotten.values().removeIf(pipe -> removed.contains(pipe.id()));
    }

    // --- questions

    Collection<User> users() {
        return List.copyOf(users.values());
    }

    Optional<User> findUser(UserId id) {
        return Optional.ofNullable(users.get(id));
    }

    Optional<UserDn> findDn(String dn) {
        return Optional.ofNullable(userDns.get(dn));
    }

    /// In no order.
    Collection<UserDn> dns() {
        return userDns.values();
    }

    Collection<Pipe> pipes() {
        return List.copyOf(pipesById.values());
    }

    Optional<Pipe> findPipe(PipeId id) {
        return Optional.ofNullable(pipesById.get(id));
    }

    Optional<Pipe> findPipe(PipeKey key) {
        return Optional.ofNullable(pipes.get(key));
    }

    boolean hasAll(Collection<PipeId> ids) {
        return pipesById.keySet().containsAll(ids);
    }

    boolean hasAllOf(Collection<PipeKey> keys) {
        return pipes.keySet().containsAll(keys);
    }

    int pipesOf(UserId user) {
        return pipeCounts.getOrDefault(user, 0);
    }

    /// A pipe that was removed and may come back under its name.
    Optional<Pipe> findForgotten(PipeKey key) {
        return Optional.ofNullable(forgotten.get(key));
    }

    /// Those of some pipes that were removed.
    List<Pipe> forgotten(Set<PipeId> ids) {
        return forgotten.values().stream()
                .filter(pipe -> ids.contains(pipe.id()))
                .toList();
    }

    Collection<ResourceSet> resourceSets() {
        return List.copyOf(resourceSets.values());
    }

    Optional<ResourceSet> findResourceSet(ResourceSetName name) {
        return Optional.ofNullable(resourceSets.get(name));
    }

    Collection<TimedControl> resourceControls() {
        return controls.all();
    }

    /// With what the loops know of them.
    TimedControls controls() {
        return controls;
    }

    Collection<EndpointLimit> endpointLimits() {
        return List.copyOf(endpointLimits.values());
    }

    Optional<EndpointLimit> findEndpointLimit(Endpoint endpoint) {
        return Optional.ofNullable(endpointLimits.get(endpoint));
    }
}
