// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.oracle.GroupBound;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One member of a family: everything that a seed decides.
///
/// @param pipes the pipes, in the order of their names
/// @param users who owns them
/// @param controls what users are allowed
/// @param bounds the same for the oracle
/// @param paths which pipe uses which resources
/// @param network the real network
/// @param knowledge what the map tells of it
/// @param hidden resources of which the map tells nothing
/// @param change what happens to the network on the way, null for nothing
/// @param noise standard deviation of what is measured over an interval, as a part of it
/// @param activity which pipes have something to move in which interval
record World(
        List<Pipe> pipes,
        List<UserId> users,
        List<ResourceControl> controls,
        List<GroupBound> bounds,
        NetworkMapSnapshot paths,
        FluidNetwork network,
        Knowledge knowledge,
        Set<ResourceId> hidden,
        @Nullable Change change,
        double noise,
        Activity activity) {
    /// The network changes once.
    ///
    /// @param afterInterval how many intervals have passed then
    /// @param network the network from then on
    /// @param told whether the map tells it at the same time
    record Change(int afterInterval, FluidNetwork network, boolean told) {}

    /// The network in an interval, counted from 1.
    FluidNetwork networkIn(int interval) {
        return change == null || interval <= change.afterInterval() ? network : change.network();
    }
}
