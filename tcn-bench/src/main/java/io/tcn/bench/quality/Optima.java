// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Physics;
import io.tcn.sim.oracle.ClairvoyantOptimum;
import io.tcn.sim.oracle.Optimum;
import io.tcn.sim.oracle.Situation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The optima that were worked out so far: families of the same network, seed and bounds share them. Thread-safe.
final class Optima {
    /// What decides an optimum.
    private record Key(
            long seed,
            int pipes,
            Physics physics,
            boolean bounded,
            boolean storages,
            boolean changed,
            List<Integer> active) {}

    private final Map<Key, Optimum> known = new ConcurrentHashMap<>();

    /// The optimum of an interval, counted from 1.
    Optimum of(Family family, long seed, World world, int interval) {
        FluidNetwork network = world.networkIn(interval);
        List<Integer> active = world.activity().activeIn(interval);
        World.Change change = world.change();
        Key key = new Key(
                seed,
                family.pipes(),
                family.physics(),
                family.has(Family.Trait.BOUNDED),
                family.has(Family.Trait.HIDDEN_STORAGE),
                change != null && interval > change.afterInterval(),
                active);
        ClairvoyantOptimum.Effort effort =
                family.has(Family.Trait.ARRIVALS) ? ClairvoyantOptimum.Effort.QUICK : ClairvoyantOptimum.Effort.FULL;
        return known.computeIfAbsent(
                key,
                missing ->
                        ClairvoyantOptimum.of(new Situation(network, active, Family.LIMITS, world.bounds()), effort));
    }
}
