// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.sim.network.FluidNetwork;
import java.util.List;
import java.util.stream.IntStream;

/// What an optimum is asked for: a network that stands still, with the pipes that have something to move.
///
/// @param resources the real resources, with capacity, ceiling and deterioration
/// @param paths per pipe the indexes of its resources
/// @param ceilingBps per pipe the most that one of its connections carries, in bit/s; infinite for no ceiling
/// @param active indexes of the pipes that have something to move, rising
/// @param limits m and M of every pipe
/// @param bounds what groups of pipes may move together
/// @param floors what groups of pipes shall move together at least
public record Situation(
        List<Resource> resources,
        List<List<Integer>> paths,
        List<Double> ceilingBps,
        List<Integer> active,
        PipeLimits limits,
        List<GroupBound> bounds,
        List<GroupFloor> floors) {
    public Situation {
        resources = List.copyOf(resources);
        paths = List.copyOf(paths);
        active = List.copyOf(active);
        bounds = List.copyOf(bounds);
        floors = List.copyOf(floors);
        ceilingBps = List.copyOf(ceilingBps);
        if (ceilingBps.size() != paths.size()) {
            throw new IllegalArgumentException(
                    "there are " + paths.size() + " pipes and " + ceilingBps.size() + " ceilings");
        }
        for (int k = 1; k < active.size(); k++) {
            if (active.get(k - 1) >= active.get(k)) {
                throw new IllegalArgumentException("the active pipes must be rising, given were " + active);
            }
        }
    }

    /// A situation without guarantees.
    public Situation(
            List<Resource> resources,
            List<List<Integer>> paths,
            List<Double> ceilingBps,
            List<Integer> active,
            PipeLimits limits,
            List<GroupBound> bounds) {
        this(resources, paths, ceilingBps, active, limits, bounds, List.of());
    }

    /// Some pipes of a network, busy.
    public Situation(FluidNetwork network, List<Integer> active, PipeLimits limits, List<GroupBound> bounds) {
        this(
                network.resources(),
                network.paths(),
                IntStream.range(0, network.pipes().size())
                        .mapToObj(network.flows()::ceilingBps)
                        .toList(),
                active,
                limits,
                bounds);
    }

    /// All pipes of a network, busy.
    public static Situation of(FluidNetwork network, PipeLimits limits, List<GroupBound> bounds) {
        List<Integer> all = IntStream.range(0, network.pipes().size()).boxed().toList();
        return new Situation(network, all, limits, bounds);
    }

    /// The same with guarantees.
    public Situation withFloors(List<GroupFloor> others) {
        return new Situation(resources, paths, ceilingBps, active, limits, bounds, others);
    }

    /// The same network, bounds and guarantees with other busy pipes.
    public Situation withActive(List<Integer> others) {
        return new Situation(resources, paths, ceilingBps, others, limits, bounds, floors);
    }
}
