// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.ControlKind;
import io.tcn.api.store.DirectoryStore;
import io.tcn.api.store.TimedControl;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.store.policy.PolicyTransactions;
import io.tcn.core.dispatch.StateWriter;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What operators declare, kept in the store, in memory for quick answers, and made known to the loops: in that
/// order, so that whatever the loops know is durable. Declarations are rare and made one at a time.
@Component
public class Directory {
    private static final long LOOP_SECONDS = 10;

    private final DirectoryStore store;
    private final PolicyTransactions transactions;
    private final TcnProperties properties;
    private final Declarations declarations;
    private final TimeSource time;
    private final Map<UserId, User> users = new ConcurrentSkipListMap<>();
    private final Map<String, DirectoryStore.UserDn> userDns = new ConcurrentHashMap<>();
    private final Map<PipeKey, Pipe> pipes = new ConcurrentHashMap<>();
    private final Map<PipeId, Pipe> pipesById = new ConcurrentSkipListMap<>();
    private final Map<UserId, Integer> pipeCounts = new ConcurrentHashMap<>();
    private final Map<ResourceSetName, ResourceSet> resourceSets = new ConcurrentSkipListMap<>();
    private final TimedControls controls = new TimedControls();
    private final Map<PipeKey, Pipe> forgotten = new ConcurrentHashMap<>();
    private final Map<Endpoint, EndpointLimit> endpointLimits = new ConcurrentSkipListMap<>();
    private final ReentrantLock declaring = new ReentrantLock();
    private volatile @Nullable StateWriter writer;

    Directory(
            DirectoryStore store,
            PolicyTransactions transactions,
            TcnProperties properties,
            Declarations declarations,
            TimeSource time) {
        this.time = time;
        this.store = store;
        this.transactions = transactions;
        this.declarations = declarations;
        this.properties = properties;
        for (ResourceSet set : List.of(ResourceSet.ALL_LINKS, ResourceSet.ALL_STORAGES)) {
            resourceSets.put(set.name(), set);
        }
    }

    /// Reads everything from the store and tells the loop; called once, before requests are taken.
    void load(StateWriter loops) {
        writer = loops;
        store.users().forEach(user -> users.put(user.id(), user));
        store.userDns().forEach(dn -> userDns.put(dn.dn(), dn));
        store.pipes().forEach(this::remember);
        // Of older versions there may be other sets by the names of those that are always there.
        store.resourceSets().forEach(set -> resourceSets.merge(set.name(), set, (fixed, stored) -> fixed));
        store.resourceControls().forEach(controls::put);
        store.forgottenPipes().forEach(pipe -> forgotten.put(pipe.key(), pipe));
        store.endpointLimits().forEach(limit -> endpointLimits.put(limit.endpoint(), limit));
        users.values().forEach(loops::userDeclared);
        declarations.pipesDeclared(pipesById.values());
        resourceSets.values().forEach(loops::resourceSetDeclared);
        tellControls();
        endpointLimits.values().forEach(declarations::endpointLimitSet);
        if (properties.control().maxConnections() > 0) {
            loops.totalLimitSet(properties.control().maxConnections());
        }
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

    /// The names that may do everything, in their order.
    public List<String> administrators() {
        return userDns.values().stream()
                .filter(DirectoryStore.UserDn::administrator)
                .map(DirectoryStore.UserDn::dn)
                .sorted()
                .toList();
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

    /// All resource controls, in force or not, by user, resource-set and kind.
    public Collection<TimedControl> resourceControls() {
        return controls.all();
    }

    /// Those of a user on a resource-set, by kind.
    public List<TimedControl> resourceControls(UserId user, ResourceSetName set) {
        return controls.all().stream()
                .filter(timed -> timed.control().user().equals(user)
                        && timed.control().resourceSet().equals(set))
                .toList();
    }

    /// The limits of endpoints, by endpoint.
    public Collection<EndpointLimit> endpointLimits() {
        return List.copyOf(endpointLimits.values());
    }

    /// Works while nobody else declares anything: what is looked at and what is declared then belong together.
    public <T extends @Nullable Object> T alone(Supplier<T> work) {
        declaring.lock();
        try {
            return work.get();
        } finally {
            declaring.unlock();
        }
    }

    private void alone(Runnable work) {
        this.<@Nullable Object>alone(() -> {
            work.run();
            return null;
        });
    }

    /// Adds a user or changes its weight.
    public void declare(User user) {
        declaring(null, () -> store.save(user), () -> remember(user));
    }

    /// Lets a certificate act for a user.
    public void declare(DirectoryStore.UserDn dn) {
        declaring(null, () -> store.save(dn), () -> userDns.put(dn.dn(), dn));
    }

    /// Adds a user or changes its weight, and lets certificates act for it, all or none.
    public void declare(User user, Collection<DirectoryStore.UserDn> dns, AuditEntry entry) {
        declaring(
                entry,
                () -> {
                    store.save(user);
                    dns.forEach(store::save);
                },
                () -> {
                    remember(user);
                    dns.forEach(dn -> userDns.put(dn.dn(), dn));
                });
    }

    /// Adds a pipe or changes its limits.
    public void declare(Pipe pipe, AuditEntry entry) {
        declaring(entry, () -> store.save(pipe), () -> {
            remember(pipe);
            declarations.pipesDeclared(List.of(pipe));
        });
    }

    /// The pipe of these ends and this user that was removed and may come back under its name; empty if there is none.
    public Optional<Pipe> findForgotten(PipeKey key) {
        return Optional.ofNullable(forgotten.get(key));
    }

    /// Lets a pipe go that came on first use, if nothing is open there.
    ///
    /// @return false if it is not there, or in use again
    boolean removeUnused(PipeId id) {
        Pipe pipe = pipesById.get(id);
        return pipe != null && remove(pipe, null);
    }

    /// Deletes what is kept of pipes that were removed and of which there is no transfer.
    void deleteForgotten(Collection<PipeId> removed) {
        declaring(null, () -> store.delete(removed), () -> {
            Set<PipeId> ids = Set.copyOf(removed);
            forgotten.values().removeIf(pipe -> ids.contains(pipe.id()));
        });
    }

    /// Removes a pipe on which nothing is open.
    ///
    /// @param entry for the audit; null if nobody decided it
    /// @return false if something is queued, waits or runs there
    public boolean remove(Pipe pipe, @Nullable AuditEntry entry) {
        return alone(() -> {
            if (!leavesLoop(pipe)) {
                return false;
            }
            try {
                declaring(entry, () -> store.forget(pipe.id()), () -> forget(pipe));
            } catch (RuntimeException notStored) {
                comesBack(List.of(pipe));
                throw notStored;
            }
            return true;
        });
    }

    /// Lets the dispatch loop forget a pipe, if nothing is open on it.
    private boolean leavesLoop(Pipe pipe) {
        CompletableFuture<Boolean> unused = new CompletableFuture<>();
        writer().pipeRemoved(pipe.id(), unused::complete);
        return unused.orTimeout(LOOP_SECONDS, TimeUnit.SECONDS).join();
    }

    /// Pipes that the loop has forgotten and the store has not.
    private void comesBack(List<Pipe> left) {
        left.forEach(declarations::pipeRemoved);
        declarations.pipesDeclared(left);
    }

    private void forget(Pipe pipe) {
        if (pipes.remove(pipe.key()) != null) {
            pipeCounts.merge(pipe.user(), -1, Integer::sum);
        }
        pipesById.remove(pipe.id());
        forgotten.put(pipe.key(), pipe);
        declarations.pipeRemoved(pipe);
    }

    /// Lets pipes be known again that were removed between the checks of a submission and its storing.
    public void revive(Collection<PipeId> used) {
        if (pipesById.keySet().containsAll(used)) {
            return;
        }
        alone(() -> {
            List<Pipe> again = forgotten.values().stream()
                    .filter(pipe -> used.contains(pipe.id()))
                    .toList();
            declaring(null, () -> store.comeBack(again.stream().map(Pipe::id).toList()), () -> {
                again.forEach(this::remember);
                declarations.pipesDeclared(again);
            });
        });
    }

    /// Removes a user without pipes, controls and jobs.
    ///
    /// @return false if jobs belong to it
    public boolean remove(UserId user, AuditEntry entry) {
        return alone(() -> {
            AtomicBoolean removed = new AtomicBoolean();
            declaring(entry, () -> removed.set(store.remove(user)), () -> {
                if (removed.get()) {
                    forget(user);
                }
            });
            return removed.get();
        });
    }

    private void forget(UserId user) {
        users.remove(user);
        userDns.values().removeIf(dn -> dn.user().equals(user));
        forgotten.values().removeIf(pipe -> pipe.user().equals(user));
        writer().userRemoved(user);
    }

    /// Removes a resource-set on which no resource control hangs.
    public void remove(ResourceSetName set, AuditEntry entry) {
        declaring(entry, () -> store.remove(set), () -> {
            resourceSets.remove(set);
            writer().resourceSetRemoved(set);
        });
    }

    /// Adds or replaces a resource-set.
    public void declare(ResourceSet set, AuditEntry entry) {
        declaring(entry, () -> store.save(set), () -> {
            resourceSets.put(set.name(), set);
            writer().resourceSetDeclared(set);
        });
    }

    /// Sets resource controls, all or none; each replaces one of its kind for the same user and resource-set.
    public void declare(Collection<TimedControl> changed, AuditEntry entry) {
        declaring(entry, () -> store.saveAll(changed), () -> {
            changed.forEach(controls::put);
            tellControls();
        });
    }

    /// Lets the loops know which resource controls are in force now; called as time passes.
    void tellTime() {
        alone(this::tellControls);
    }

    private void tellControls() {
        StateWriter loops = writer();
        controls.tell(time.now(), loops::resourceControlSet, loops::resourceControlRemoved);
    }

    /// What came before [#load] would reach the store and no loop.
    private StateWriter writer() {
        StateWriter loops = writer;
        if (loops == null) {
            throw new IllegalStateException("the control plane has not started: nothing can be declared yet");
        }
        return loops;
    }

    /// Takes the resource controls of a user on a resource-set back.
    ///
    /// @return those that there were
    public List<TimedControl> removeResourceControls(
            UserId user, ResourceSetName set, Set<ControlKind> kinds, AuditEntry entry) {
        return alone(() -> {
            List<TimedControl> removed = resourceControls(user, set).stream()
                    .filter(timed -> kinds.contains(ControlKind.of(timed.control())))
                    .toList();
            if (!removed.isEmpty()) {
                List<ResourceControl> like =
                        removed.stream().map(TimedControl::control).toList();
                declaring(entry, () -> store.removeAll(like), () -> {
                    like.forEach(controls::remove);
                    tellControls();
                });
            }
            return removed;
        });
    }

    /// Sets the limit of an endpoint; it replaces what it had.
    public void declare(EndpointLimit limit, AuditEntry entry) {
        declaring(entry, () -> store.save(limit), () -> {
            endpointLimits.put(limit.endpoint(), limit);
            declarations.endpointLimitSet(limit);
        });
    }

    /// Takes the limit of an endpoint back.
    ///
    /// @return the limit, empty if there was none
    public Optional<EndpointLimit> removeEndpointLimit(Endpoint endpoint, AuditEntry entry) {
        return alone(() -> {
            EndpointLimit present = endpointLimits.get(endpoint);
            if (present != null) {
                declaring(entry, () -> store.removeLimit(endpoint), () -> {
                    endpointLimits.remove(endpoint);
                    declarations.endpointLimitRemoved(endpoint);
                });
            }
            return Optional.ofNullable(present);
        });
    }

    /// Makes many declarations, all or none.
    ///
    /// @throws IllegalStateException if a pipe that is to go has open transfers, or a user has jobs
    public void declare(DirectoryChange change, Collection<AuditEntry> entries) {
        alone(() -> {
            List<Pipe> left = new ArrayList<>();
            try {
                for (Pipe pipe : change.gone().pipes()) {
                    if (!leavesLoop(pipe)) {
                        throw new IllegalStateException("transfers of pipe " + pipe.id() + " are not over");
                    }
                    left.add(pipe);
                }
                transactions.change(List.copyOf(entries), () -> save(change));
            } catch (RuntimeException refused) {
                comesBack(left);
                throw refused;
            }
            tell(change);
        });
    }

    private void save(DirectoryChange change) {
        change.put().users().forEach(store::save);
        change.put().dns().forEach(store::save);
        change.put().sets().forEach(store::save);
        change.put().pipes().forEach(store::save);
        store.saveAll(change.put().controls());
        change.put().limits().forEach(store::save);
        store.removeAll(change.gone().controls());
        change.gone().limits().forEach(store::removeLimit);
        change.gone().sets().forEach(store::remove);
        change.gone().pipes().forEach(pipe -> store.forget(pipe.id()));
        for (UserId user : change.gone().users()) {
            if (!store.remove(user)) {
                throw new IllegalStateException("jobs belong to user " + user);
            }
        }
    }

    private void tell(DirectoryChange change) {
        change.put().users().forEach(this::remember);
        change.put().dns().forEach(dn -> userDns.put(dn.dn(), dn));
        for (ResourceSet set : change.put().sets()) {
            resourceSets.put(set.name(), set);
            writer().resourceSetDeclared(set);
        }
        change.put().pipes().forEach(this::remember);
        declarations.pipesDeclared(change.put().pipes());
        change.put().controls().forEach(controls::put);
        change.gone().controls().forEach(controls::remove);
        tellControls();
        for (EndpointLimit limit : change.put().limits()) {
            endpointLimits.put(limit.endpoint(), limit);
            declarations.endpointLimitSet(limit);
        }
        for (Endpoint endpoint : change.gone().limits()) {
            endpointLimits.remove(endpoint);
            declarations.endpointLimitRemoved(endpoint);
        }
        for (ResourceSetName set : change.gone().sets()) {
            resourceSets.remove(set);
            writer().resourceSetRemoved(set);
        }
        change.gone().pipes().forEach(this::forget);
        change.gone().users().forEach(this::forget);
    }

    /// The names of the pipes of these ends and users; those that are not there yet have the name that [#make] will
    /// give them, if the settings allow them.
    ///
    /// @return those that may not be made are missing
    /// @throws IllegalStateException if a user would have more pipes than the settings allow
    public Map<PipeKey, PipeId> idsFor(Collection<PipeKey> keys) {
        Map<PipeKey, PipeId> ids = new HashMap<>();
        Map<UserId, Integer> more = new HashMap<>();
        for (PipeKey key : keys) {
            Pipe known = pipes.get(key);
            if (known != null) {
                ids.put(key, known.id());
            } else if (properties.pipes().autoCreate() && ids.put(key, idOf(key)) == null) {
                more.merge(key.user(), 1, Integer::sum);
            }
        }
        more.forEach(this::refuseTooMany);
        return ids;
    }

    private void refuseTooMany(UserId user, int more) {
        int most = properties.pipes().maxPerUser();
        int present = pipeCounts.getOrDefault(user, 0);
        if (present + more > most) {
            throw new IllegalStateException("user " + user + " has " + present + " pipes, and these would be " + more
                    + " more: at most " + most + " are made by themselves (tcn.pipes.max-per-user); ask the operator");
        }
    }

    /// Makes the pipes that are not there yet, all or none.
    public void make(Collection<PipeKey> keys) {
        if (pipes.keySet().containsAll(keys)) {
            return;
        }
        alone(() -> {
            List<Pipe> made = keys.stream()
                    .filter(key -> !pipes.containsKey(key))
                    .map(this::automatic)
                    .toList();
            List<User> newUsers = made.stream()
                    .map(Pipe::user)
                    .distinct()
                    .filter(user -> !users.containsKey(user))
                    .map(User::of)
                    .toList();
            declaring(null, () -> store.saveAll(newUsers, made), () -> {
                newUsers.forEach(this::remember);
                made.forEach(this::remember);
                declarations.pipesDeclared(made);
            });
        });
    }

    private Pipe automatic(PipeKey key) {
        return new Pipe(
                idOf(key),
                key.source(),
                key.destination(),
                key.user(),
                new PipeLimits(
                        properties.pipes().minConnections(), properties.pipes().maxConnections()));
    }

    /// The name of a pipe that is not there: the one that it had, or one made of its ends and user.
    private PipeId idOf(PipeKey key) {
        return findForgotten(key).map(Pipe::id).orElseGet(key::toPipeId);
    }

    private void remember(Pipe pipe) {
        forgotten.remove(pipe.key());
        if (pipes.put(pipe.key(), pipe) == null) {
            pipeCounts.merge(pipe.user(), 1, Integer::sum);
        }
        pipesById.put(pipe.id(), pipe);
    }

    private void remember(User user) {
        users.put(user.id(), user);
        writer().userDeclared(user);
    }

    /// @param entry goes into the audit in the same transaction; null for what nobody decided
    /// @param save writes to the store
    /// @param tell makes it known, once it is durable
    private void declaring(@Nullable AuditEntry entry, Runnable save, Runnable tell) {
        alone(() -> {
            if (entry == null) {
                save.run();
            } else {
                transactions.change(List.of(entry), save);
            }
            tell.run();
        });
    }
}
