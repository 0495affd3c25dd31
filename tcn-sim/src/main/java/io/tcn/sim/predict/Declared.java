// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.User;
import java.util.List;

/// What operators have declared, as far as it is in force.
///
/// @param users users with their weights
/// @param pipes pipes with their limits and weights
/// @param sets resource-sets
/// @param controls resource controls
/// @param endpointLimits limits of endpoints
/// @param pairLimits limits between two endpoints
/// @param totalLimit the most connections of all pipes together
public record Declared(
        List<User> users,
        List<Pipe> pipes,
        List<ResourceSet> sets,
        List<ResourceControl> controls,
        List<EndpointLimit> endpointLimits,
        List<PairLimit> pairLimits,
        int totalLimit) {
    public Declared {
        users = List.copyOf(users);
        pipes = List.copyOf(pipes);
        sets = List.copyOf(sets);
        controls = List.copyOf(controls);
        endpointLimits = List.copyOf(endpointLimits);
        pairLimits = List.copyOf(pairLimits);
    }

    /// The same with other resource controls.
    public Declared withControls(List<ResourceControl> others) {
        return new Declared(users, pipes, sets, others, endpointLimits, pairLimits, totalLimit);
    }

    /// The same with other pipes.
    public Declared withPipes(List<Pipe> others) {
        return new Declared(users, others, sets, controls, endpointLimits, pairLimits, totalLimit);
    }
}
