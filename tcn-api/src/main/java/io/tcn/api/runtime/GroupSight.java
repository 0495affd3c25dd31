// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Operation;
import io.tcn.api.security.Submitter;
import io.tcn.api.store.GroupStore;
import io.tcn.core.model.GroupId;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/// Which groups a caller may see.
@Component
public class GroupSight {
    private final GroupStore store;

    GroupSight(GroupStore store) {
        this.store = store;
    }

    /// Of the groups of its user: who has a right to own transfers only sees groups in which it has some.
    public Predicate<GroupId> of(Caller caller) {
        if (caller.level(Operation.TRANSFER).includes(Level.VO)) {
            return group -> true;
        }
        return store.openGroupsOf(caller.dn(), Submitter.credentialOf(caller))::contains;
    }

    /// A group by its number; empty if there is none or the caller may not see it: groups of others are not told
    /// from those that do not exist.
    public Optional<GroupStore.Group> find(long number, Caller caller) {
        return number <= 0
                ? Optional.empty()
                : store.find(new GroupId(number))
                        .filter(group -> caller.level(Operation.TRANSFER) == Level.ALL
                                || (group.user().equals(caller.user())
                                        && of(caller).test(group.id())));
    }
}
