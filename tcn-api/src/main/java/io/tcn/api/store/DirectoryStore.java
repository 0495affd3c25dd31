// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import jakarta.persistence.EntityManager;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// What operators declare: users and their certificates, pipes, resource-sets, resource controls, limits of endpoints.
@Repository
public class DirectoryStore {
    private final EntityManager entities;

    DirectoryStore(EntityManager entities) {
        this.entities = entities;
    }

    /// A certificate's name and whom it acts for.
    public record UserDn(String dn, UserId user, boolean administrator) {}

    @Transactional(readOnly = true)
    public List<User> users() {
        return all(UserEntity.class).stream().map(UserEntity::toUser).toList();
    }

    @Transactional(readOnly = true)
    public List<UserDn> userDns() {
        return all(UserDnEntity.class).stream()
                .map(row -> new UserDn(row.dn(), UserId.of(row.userId()), row.isAdministrator()))
                .toList();
    }

    @Transactional(readOnly = true)
    public List<Pipe> pipes() {
        return pipes(false);
    }

    /// Pipes that were removed, of which there may be transfers of the past.
    @Transactional(readOnly = true)
    public List<Pipe> forgottenPipes() {
        return pipes(true);
    }

    private List<Pipe> pipes(boolean forgotten) {
        return all(PipeEntity.class).stream()
                .filter(row -> row.isForgotten() == forgotten)
                .map(PipeEntity::toPipe)
                .toList();
    }

    @Transactional(readOnly = true)
    public List<ResourceSet> resourceSets() {
        return all(ResourceSetEntity.class).stream()
                .map(ResourceSetEntity::toResourceSet)
                .toList();
    }

    @Transactional(readOnly = true)
    public List<TimedControl> resourceControls() {
        return all(ResourceControlEntity.class).stream()
                .map(ResourceControlEntity::toTimedControl)
                .toList();
    }

    @Transactional(readOnly = true)
    public List<EndpointLimit> endpointLimits() {
        return all(EndpointLimitEntity.class).stream()
                .map(EndpointLimitEntity::toEndpointLimit)
                .toList();
    }

    @Transactional
    public void save(User user) {
        entities.merge(new UserEntity(user));
    }

    @Transactional
    public void save(UserDn dn) {
        entities.merge(new UserDnEntity(dn.dn(), dn.user().value(), dn.administrator()));
    }

    /// A certificate acts for nobody any more; if it did not, that is no error.
    @Transactional
    public void removeDn(String dn) {
        remove(entities.find(UserDnEntity.class, dn));
    }

    @Transactional
    public void save(Pipe pipe) {
        entities.merge(new PipeEntity(pipe));
    }

    /// Saves users and pipes that came on first use, all or none.
    @Transactional
    public void saveAll(Collection<User> users, Collection<Pipe> pipes) {
        users.forEach(user -> entities.persist(new UserEntity(user)));
        pipes.forEach(pipe -> entities.merge(PipeEntity.onFirstUse(pipe)));
    }

    /// Pipes that came on first use and have no transfer, over or not, outside the archive.
    @Transactional(readOnly = true)
    public List<PipeId> unusedPipes() {
        return withoutTransfers(false);
    }

    /// The same of those that were removed.
    @Transactional(readOnly = true)
    public List<PipeId> deletablePipes() {
        return withoutTransfers(true);
    }

    /// One look into an index for each pipe.
    private List<PipeId> withoutTransfers(boolean forgotten) {
        List<?> ids = entities.createNativeQuery(
                        "select p.id from pipe p where p.by_first_use = true and p.forgotten = ?1"
                                + " and not exists (select 1 from transfer t where t.pipe_id = p.id)",
                        String.class)
                .setParameter(1, forgotten)
                .getResultList();
        return ids.stream().map(id -> PipeId.of((String) id)).toList();
    }

    /// Makes pipes that were removed known again, as they were.
    @Transactional
    public void comeBack(Collection<PipeId> pipes) {
        for (PipeId pipe : pipes) {
            PipeEntity row = entities.find(PipeEntity.class, pipe.value());
            if (row != null) {
                row.comeBack();
            }
        }
    }

    /// Deletes what was kept of pipes that were removed.
    @Transactional
    public void delete(Collection<PipeId> pipes) {
        for (PipeId pipe : pipes) {
            PipeEntity row = entities.find(PipeEntity.class, pipe.value());
            if (row != null && row.isForgotten()) {
                entities.remove(row);
            }
        }
    }

    @Transactional
    public void save(ResourceSet set) {
        entities.merge(new ResourceSetEntity(set));
    }

    /// Saves resource controls, all or none; each replaces one of its kind for the same user and resource-set.
    @Transactional
    public void saveAll(Collection<TimedControl> controls) {
        controls.forEach(control -> entities.merge(new ResourceControlEntity(control)));
    }

    /// Removes resource controls of the same kind, user and resource-set; those that are not there are no error.
    @Transactional
    public void removeAll(Collection<? extends ResourceControl> controls) {
        for (ResourceControl control : controls) {
            remove(entities.find(ResourceControlEntity.class, ResourceControlEntity.Key.of(control)));
        }
    }

    /// Whether a transfer of a pipe is not over; also one that the dispatch loop does not know of, such as
    /// another source of a file that waits for the first to fail. One look into an index for each state.
    @Transactional(readOnly = true)
    public boolean hasOpenTransfer(PipeId pipe) {
        return Arrays.stream(TransferState.values())
                .filter(state -> !state.isTerminal())
                .anyMatch(state -> !entities.createNativeQuery(
                                "select 1 from transfer where pipe_id = ?1 and state = ?2 fetch first 1 row only")
                        .setParameter(1, pipe.value())
                        .setParameter(2, state.name())
                        .getResultList()
                        .isEmpty());
    }

    /// Removes a pipe from what is declared; its row stays for the transfers of the past.
    @Transactional
    public void forget(PipeId pipe) {
        PipeEntity row = entities.find(PipeEntity.class, pipe.value());
        if (row != null) {
            row.forget();
        }
    }

    /// Removes a user, its certificates and what was forgotten of it.
    ///
    /// @return whether it could be removed; not if jobs or transfers belong to it
    @Transactional
    public boolean remove(UserId user) {
        boolean used = !entities.createNativeQuery("select 1 from job where user_id = ?1 fetch first 1 row only")
                .setParameter(1, user.value())
                .getResultList()
                .isEmpty();
        if (used) {
            return false;
        }
        entities.createQuery("delete from UserDnEntity where userId = ?1")
                .setParameter(1, user.value())
                .executeUpdate();
        entities.createQuery("delete from PipeEntity where userId = ?1 and forgotten = true")
                .setParameter(1, user.value())
                .executeUpdate();
        remove(entities.find(UserEntity.class, user.value()));
        return true;
    }

    /// Removes a resource-set; if there is none, that is no error.
    @Transactional
    public void remove(ResourceSetName set) {
        remove(entities.find(ResourceSetEntity.class, set.value()));
    }

    @Transactional
    public void save(EndpointLimit limit) {
        entities.merge(new EndpointLimitEntity(limit));
    }

    /// Removes the limit of an endpoint; if there is none, that is no error.
    @Transactional
    public void removeLimit(Endpoint endpoint) {
        remove(entities.find(EndpointLimitEntity.class, endpoint.toString()));
    }

    private void remove(@Nullable Object found) {
        if (found != null) {
            entities.remove(found);
        }
    }

    private <T> List<T> all(Class<T> type) {
        return entities.createQuery("from " + type.getSimpleName(), type).getResultList();
    }
}
