// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.DirectoryStore;
import io.tcn.core.dispatch.DispatchLoop;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/// What operators declare, kept in the store, in memory for quick answers, and made known to the loops: in that
/// order, so that whatever the loops know is durable. Declarations are rare and made one at a time.
@Component
public class Directory {
    private final DirectoryStore store;
    private final TcnProperties properties;
    private final Map<UserId, User> users = new ConcurrentSkipListMap<>();
    private final Map<String, DirectoryStore.UserDn> userDns = new ConcurrentHashMap<>();
    private final Map<PipeKey, Pipe> pipes = new ConcurrentHashMap<>();
    private final Map<PipeId, Pipe> pipesById = new ConcurrentSkipListMap<>();
    private final Map<ResourceSetName, ResourceSet> resourceSets = new ConcurrentSkipListMap<>();
    private final Map<String, Bound> bounds = new ConcurrentSkipListMap<>();
    private final ReentrantLock declaring = new ReentrantLock();
    private volatile Optional<DispatchLoop> loop = Optional.empty();

    Directory(DirectoryStore store, TcnProperties properties) {
        this.store = store;
        this.properties = properties;
        for (ResourceSet set : List.of(ResourceSet.ALL_LINKS, ResourceSet.ALL_STORAGES)) {
            resourceSets.put(set.name(), set);
        }
    }

    /// Reads everything from the store and tells the loop; called once, before requests are taken.
    void load(DispatchLoop dispatch) {
        store.users().forEach(user -> users.put(user.id(), user));
        store.userDns().forEach(dn -> userDns.put(dn.dn(), dn));
        store.pipes().forEach(this::remember);
        store.resourceSets().forEach(set -> resourceSets.put(set.name(), set));
        store.bounds().forEach(bound -> bounds.put(key(bound), bound));
        users.values().forEach(dispatch::userDeclared);
        pipesById.values().forEach(dispatch::pipeDeclared);
        resourceSets.values().forEach(dispatch::resourceSetDeclared);
        bounds.values().forEach(dispatch::resourceControlSet);
        loop = Optional.of(dispatch);
    }

    public Collection<User> users() {
        return List.copyOf(users.values());
    }

    public Optional<User> findUser(UserId id) {
        return Optional.ofNullable(users.get(id));
    }

    /// Whom a certificate's name acts for.
    public Optional<DirectoryStore.UserDn> findDn(String dn) {
        return Optional.ofNullable(userDns.get(dn));
    }

    /// The names of the certificates that act for a user, in order.
    public List<String> dnsOf(UserId user) {
        return userDns.values().stream()
                .filter(dn -> dn.user().equals(user))
                .map(DirectoryStore.UserDn::dn)
                .sorted()
                .toList();
    }

    public Collection<Pipe> pipes() {
        return List.copyOf(pipesById.values());
    }

    public Optional<Pipe> findPipe(PipeId id) {
        return Optional.ofNullable(pipesById.get(id));
    }

    public Optional<Pipe> findPipe(PipeKey key) {
        return Optional.ofNullable(pipes.get(key));
    }

    public Collection<ResourceSet> resourceSets() {
        return List.copyOf(resourceSets.values());
    }

    public Optional<ResourceSet> findResourceSet(ResourceSetName name) {
        return Optional.ofNullable(resourceSets.get(name));
    }

    public Collection<Bound> bounds() {
        return List.copyOf(bounds.values());
    }

    /// Adds a user or changes its weight.
    public void declare(User user) {
        declaring(() -> {
            store.save(user);
            users.put(user.id(), user);
            loop.ifPresent(dispatch -> dispatch.userDeclared(user));
        });
    }

    /// Lets a certificate act for a user.
    public void declare(DirectoryStore.UserDn dn) {
        declaring(() -> {
            store.save(dn);
            userDns.put(dn.dn(), dn);
        });
    }

    /// Adds a pipe or changes its limits.
    public void declare(Pipe pipe) {
        declaring(() -> {
            store.save(pipe);
            remember(pipe);
            loop.ifPresent(dispatch -> dispatch.pipeDeclared(pipe));
        });
    }

    /// Adds or replaces a resource-set.
    public void declare(ResourceSet set) {
        declaring(() -> {
            store.save(set);
            resourceSets.put(set.name(), set);
            loop.ifPresent(dispatch -> dispatch.resourceSetDeclared(set));
        });
    }

    /// Sets a bound; it replaces one for the same user and resource-set.
    public void declare(Bound bound) {
        declaring(() -> {
            store.save(bound);
            bounds.put(key(bound), bound);
            loop.ifPresent(dispatch -> dispatch.resourceControlSet(bound));
        });
    }

    /// Takes a bound back.
    ///
    /// @return the bound, empty if there was none
    public Optional<Bound> removeBound(UserId user, ResourceSetName set) {
        declaring.lock();
        try {
            Bound removed = bounds.remove(user + "\n" + set);
            if (removed != null) {
                store.removeBound(user.value(), set.value());
                loop.ifPresent(dispatch -> dispatch.resourceControlRemoved(removed));
            }
            return Optional.ofNullable(removed);
        } finally {
            declaring.unlock();
        }
    }

    /// The pipes of these ends and user, made where there are none and the settings allow it.
    ///
    /// @return the pipes found or made; those that may not be made are missing
    public Map<PipeKey, Pipe> pipesFor(Collection<PipeKey> keys) {
        Map<PipeKey, Pipe> found = new HashMap<>();
        for (PipeKey key : keys) {
            Pipe known = pipes.get(key);
            if (known == null && properties.pipes().autoCreate()) {
                known = make(key);
            }
            if (known != null) {
                found.put(key, known);
            }
        }
        return found;
    }

    private Pipe make(PipeKey key) {
        declaring.lock();
        try {
            Pipe known = pipes.get(key);
            if (known != null) {
                return known;
            }
            if (!users.containsKey(key.user())) {
                declare(User.of(key.user()));
            }
            Pipe made = new Pipe(
                    key.toPipeId(),
                    key.source(),
                    key.destination(),
                    key.user(),
                    new PipeLimits(
                            properties.pipes().minConnections(),
                            properties.pipes().maxConnections()));
            declare(made);
            return made;
        } finally {
            declaring.unlock();
        }
    }

    private void remember(Pipe pipe) {
        pipes.put(pipe.key(), pipe);
        pipesById.put(pipe.id(), pipe);
    }

    private void declaring(Runnable body) {
        declaring.lock();
        try {
            body.run();
        } finally {
            declaring.unlock();
        }
    }

    private static String key(Bound bound) {
        return bound.user() + "\n" + bound.resourceSet();
    }
}
