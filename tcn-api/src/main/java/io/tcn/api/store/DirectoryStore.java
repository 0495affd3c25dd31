// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// What operators declare: users and their certificates, pipes, resource-sets, resource controls.
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
        return all(PipeEntity.class).stream().map(PipeEntity::toPipe).toList();
    }

    @Transactional(readOnly = true)
    public List<ResourceSet> resourceSets() {
        return all(ResourceSetEntity.class).stream()
                .map(ResourceSetEntity::toResourceSet)
                .toList();
    }

    @Transactional(readOnly = true)
    public List<Bound> bounds() {
        return all(ResourceControlEntity.class).stream()
                .map(ResourceControlEntity::toBound)
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

    @Transactional
    public void save(Pipe pipe) {
        entities.merge(new PipeEntity(pipe));
    }

    @Transactional
    public void save(ResourceSet set) {
        entities.merge(new ResourceSetEntity(set));
    }

    @Transactional
    public void save(Bound bound) {
        entities.merge(new ResourceControlEntity(bound));
    }

    /// Removes a bound.
    ///
    /// @return whether there was one
    @Transactional
    public boolean removeBound(String user, String resourceSet) {
        ResourceControlEntity found =
                entities.find(ResourceControlEntity.class, new ResourceControlEntity.Key(user, resourceSet));
        if (found == null) {
            return false;
        }
        entities.remove(found);
        return true;
    }

    private <T> List<T> all(Class<T> type) {
        return entities.createQuery("from " + type.getSimpleName(), type).getResultList();
    }
}
