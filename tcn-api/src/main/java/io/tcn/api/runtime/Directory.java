// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.ControlKind;
import io.tcn.api.store.DirectoryStore;
import io.tcn.api.store.DirectoryStore.UserDn;
import io.tcn.api.store.TimedControl;
import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.store.policy.PolicyTransactions;
import io.tcn.core.dispatch.StateWriter;
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
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What operators declare: the face to read it and the one way to change it. A change goes into the store with its
/// audit,
/// then into memory ([DeclaredState]), then to the loops ([Reconciler]), in that order, so that whatever the loops know
/// is durable. Changes are rare and made one at a time.
@Component
public class Directory {
    /// A loop that takes longer to answer is stuck or very busy.
    private static final Duration LOOP_PATIENCE = Duration.ofSeconds(10);

    private final DirectoryRows rows;
    private final TcnProperties properties;
    private final DeclaredState declared = new DeclaredState();
    private final Reconciler reconciler;
    private final ReentrantLock declaring = new ReentrantLock();

    Directory(
            DirectoryStore store,
            PolicyTransactions transactions,
            TcnProperties properties,
            Declarations declarations,
            TimeSource time) {
        this.rows = new DirectoryRows(store, transactions);
        this.properties = properties;
        this.reconciler = new Reconciler(declared, declarations, time, LOOP_PATIENCE);
    }

    /// Reads everything from the store and tells the loops; called once, before requests are taken.
    void load(StateWriter loops) {
        rows.load(declared);
        reconciler.start(loops, properties.control().maxConnections());
    }

    // --- what is declared

    public Collection<User> users() {
        return declared.users();
    }

    public Optional<User> findUser(UserId id) {
        return declared.findUser(id);
    }

    /// Whom a certificate's name acts for.
    public Optional<UserDn> findDn(String dn) {
        return declared.findDn(dn);
    }

    /// The names that may do everything, in their order.
    public List<String> administrators() {
        return dns(UserDn::administrator);
    }

    /// The names of the certificates that act for a user, in order.
    public List<String> dnsOf(UserId user) {
        return dns(dn -> dn.user().equals(user));
    }

    private List<String> dns(Predicate<UserDn> which) {
        return declared.dns().stream().filter(which).map(UserDn::dn).sorted().toList();
    }

    public Collection<Pipe> pipes() {
        return declared.pipes();
    }

    public Optional<Pipe> findPipe(PipeId id) {
        return declared.findPipe(id);
    }

    public Optional<Pipe> findPipe(PipeKey key) {
        return declared.findPipe(key);
    }

    /// The pipe of these ends and this user that was removed and may come back under its name; empty if there is none.
    public Optional<Pipe> findForgotten(PipeKey key) {
        return declared.findForgotten(key);
    }

    public Collection<ResourceSet> resourceSets() {
        return declared.resourceSets();
    }

    public Optional<ResourceSet> findResourceSet(ResourceSetName name) {
        return declared.findResourceSet(name);
    }

    /// All resource controls, in force or not, by user, resource-set and kind.
    public Collection<TimedControl> resourceControls() {
        return declared.resourceControls();
    }

    /// Those of a user on a resource-set, by kind.
    public List<TimedControl> resourceControls(UserId user, ResourceSetName set) {
        return declared.resourceControls().stream()
                .filter(timed -> timed.control().user().equals(user)
                        && timed.control().resourceSet().equals(set))
                .toList();
    }

    /// The limits of endpoints, by endpoint.
    public Collection<EndpointLimit> endpointLimits() {
        return declared.endpointLimits();
    }

    DeclaredState declared() {
        return declared;
    }

    // --- changes

    /// Works while nobody else declares anything: what is looked at and what is declared then belong together.
    public <T extends @Nullable Object> T alone(Supplier<T> work) {
        declaring.lock();
        try {
            return work.get();
        } finally {
            declaring.unlock();
        }
    }

    /// Makes declarations, all or none.
    ///
    /// @throws IllegalStateException if a pipe that is to go has open transfers, or a user has jobs
    public void declare(DirectoryChange change, Collection<AuditEntry> entries) {
        change(change, entries).ifPresent(refusal -> {
            throw new IllegalStateException(refusal);
        });
    }

    /// @return why it was not made; empty if it was
    private Optional<String> change(DirectoryChange change, Collection<AuditEntry> entries) {
        return alone(() -> {
            List<Pipe> left = new ArrayList<>();
            try {
                for (Pipe pipe : change.gone().pipes()) {
                    if (!reconciler.letGo(pipe)) {
                        throw DirectoryRows.RefusedException.ofOpen(pipe);
                    }
                    left.add(pipe);
                }
                rows.save(change, entries);
            } catch (DirectoryRows.RefusedException refused) {
                reconciler.takeBack(left);
                return Optional.of(refused.refusal());
            } catch (RuntimeException | Error notStored) {
                reconciler.takeBack(left);
                throw notStored;
            }
            stored(change);
            return Optional.empty();
        });
    }

    /// Takes in a change that the store has; called by [#alone] work.
    void stored(DirectoryChange change) {
        declared.apply(change);
        reconciler.apply(change);
    }

    /// Lets the loops know which resource controls are in force now; called as time passes.
    void tellTime() {
        alone(() -> {
            reconciler.tellControls();
            return null;
        });
    }

    // --- removals that may be refused, or find nothing

    /// Removes a pipe on which nothing is open.
    ///
    /// @param entries for the audit; none if nobody decided it
    /// @return false if something is queued, waits or runs there
    public boolean remove(Pipe pipe, Collection<AuditEntry> entries) {
        return change(DirectoryChange.gone(pipe), entries).isEmpty();
    }

    /// Removes a user without pipes, controls and jobs.
    ///
    /// @return false if jobs belong to it
    public boolean remove(UserId user, AuditEntry entry) {
        return change(DirectoryChange.gone(user), List.of(entry)).isEmpty();
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
                declare(DirectoryChange.gone(like), List.of(entry));
            }
            return removed;
        });
    }

    /// Takes the limit of an endpoint back.
    ///
    /// @return the limit, empty if there was none
    public Optional<EndpointLimit> removeEndpointLimit(Endpoint endpoint, AuditEntry entry) {
        return alone(() -> {
            Optional<EndpointLimit> present = declared.findEndpointLimit(endpoint);
            if (present.isPresent()) {
                declare(DirectoryChange.gone(endpoint), List.of(entry));
            }
            return present;
        });
    }
}
