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
import java.util.List;

/// Many declarations that are made together, all or none.
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
            List<EndpointLimit> limits) {}

    /// What is removed.
    public record Gone(
            List<ResourceControl> controls,
            List<Endpoint> limits,
            List<ResourceSetName> sets,
            List<Pipe> pipes,
            List<UserId> users) {}
}
