// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.DirectoryStore;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/// Declarations that are made together, all or none.
///
/// @param put what is added or replaced
/// @param gone what is removed
public record DirectoryChange(Put put, Gone gone) {
    /// What is added or replaced.
    public record Put(
            List<User> users,
            List<DirectoryStore.UserDn> dns,
            List<ResourceSet> sets,
            List<Pipe> pipes,
            List<TimedControl> controls,
            List<EndpointLimit> limits) {
        private static final Put NOTHING = new Put(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /// What is removed.
    ///
    /// @param dns names of certificates that act for nobody any more
    public record Gone(
            List<ResourceControl> controls,
            List<Endpoint> limits,
            List<ResourceSetName> sets,
            List<Pipe> pipes,
            List<UserId> users,
            List<String> dns) {
        private static final Gone NOTHING = new Gone(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /// Adds users or changes their weights, and lets certificates act for users.
    public static DirectoryChange put(List<User> users, Set<DirectoryStore.UserDn> dns) {
        return adding(new Put(users, List.copyOf(dns), List.of(), List.of(), List.of(), List.of()));
    }

    /// Adds users and pipes, or changes their weights and limits.
    public static DirectoryChange put(List<User> users, List<Pipe> pipes) {
        return adding(new Put(users, List.of(), List.of(), pipes, List.of(), List.of()));
    }

    /// Adds or replaces a resource-set.
    public static DirectoryChange put(ResourceSet set) {
        return adding(new Put(List.of(), List.of(), List.of(set), List.of(), List.of(), List.of()));
    }

    /// Sets resource controls; each replaces one of its kind for the same user and resource-set.
    public static DirectoryChange put(Collection<TimedControl> controls) {
        return adding(new Put(List.of(), List.of(), List.of(), List.of(), List.copyOf(controls), List.of()));
    }

    /// Sets the limit of an endpoint; it replaces what it had.
    public static DirectoryChange put(EndpointLimit limit) {
        return adding(new Put(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(limit)));
    }

    private static DirectoryChange adding(Put put) {
        return new DirectoryChange(put, Gone.NOTHING);
    }

    public static DirectoryChange gone(List<ResourceControl> controls) {
        return removing(new Gone(controls, List.of(), List.of(), List.of(), List.of(), List.of()));
    }

    static DirectoryChange gone(Endpoint limit) {
        return removing(new Gone(List.of(), List.of(limit), List.of(), List.of(), List.of(), List.of()));
    }

    /// Removes a resource-set on which no resource control hangs.
    public static DirectoryChange gone(ResourceSetName set) {
        return removing(new Gone(List.of(), List.of(), List.of(set), List.of(), List.of(), List.of()));
    }

    static DirectoryChange gone(Pipe pipe) {
        return removing(new Gone(List.of(), List.of(), List.of(), List.of(pipe), List.of(), List.of()));
    }

    static DirectoryChange gone(UserId user) {
        return removing(new Gone(List.of(), List.of(), List.of(), List.of(), List.of(user), List.of()));
    }

    private static DirectoryChange removing(Gone gone) {
        return new DirectoryChange(Put.NOTHING, gone);
    }
}
