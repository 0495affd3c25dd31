// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.network.TransferPhysics;
import io.tcn.sim.oracle.GroupBound;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// One member of a family: everything that a seed decides.
///
/// @param pipes the pipes, in the order of their names
/// @param users who owns them
/// @param controls what users are allowed
/// @param bounds the same for the oracle
/// @param claims what users are guaranteed, and their weights
/// @param paths which pipe uses which resources
/// @param network the real network
/// @param believed the network of which the map tells
/// @param knowledge what the map tells of it
/// @param hidden resources of which the map tells nothing
/// @param changes what happens to the network on the way, the earliest first
/// @param noise standard deviation of what is measured over an interval, as a part of it
/// @param activity which pipes have something to move in which interval
/// @param limits m and M of every pipe
/// @param physics what connections and files cost
/// @param reportSeconds per pipe the time between two reports of what it has moved; empty: at every moment
/// @param interval between two decisions
record World(
        List<Pipe> pipes,
        List<UserId> users,
        List<ResourceControl> controls,
        List<GroupBound> bounds,
        Claims claims,
        NetworkMapSnapshot paths,
        FluidNetwork network,
        FluidNetwork believed,
        Knowledge knowledge,
        Set<ResourceId> hidden,
        List<Change> changes,
        double noise,
        Activity activity,
        PipeLimits limits,
        TransferPhysics physics,
        List<Double> reportSeconds,
        Duration interval) {
    /// The network changes.
    ///
    /// @param afterInterval how many intervals have passed then
    /// @param network the network from then on
    /// @param told whether the map tells it at the same time
    record Change(int afterInterval, FluidNetwork network, boolean told) {}

    /// The same world with other work.
    World withActivity(Activity other) {
        return new World(
                pipes,
                users,
                controls,
                bounds,
                claims,
                paths,
                network,
                believed,
                knowledge,
                hidden,
                changes,
                noise,
                other,
                limits,
                physics,
                reportSeconds,
                interval);
    }

    /// How many changes have taken place in an interval, counted from 1.
    int phaseOf(int interval) {
        int phase = 0;
        while (phase < changes.size() && interval > changes.get(phase).afterInterval()) {
            phase++;
        }
        return phase;
    }

    /// The network in an interval, counted from 1.
    FluidNetwork networkIn(int interval) {
        int phase = phaseOf(interval);
        return phase == 0 ? network : changes.get(phase - 1).network();
    }
}
