// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.sim.oracle.ClairvoyantOptimum;
import io.tcn.sim.oracle.Optimum;
import io.tcn.sim.oracle.Situation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The optima that were worked out so far: families of the same network, seed and bounds share them. Thread-safe.
final class Optima {
    /// More pipes are searched for a short time only: each trial costs more, and the gap is small.
    private static final int MANY_PIPES = 100;

    private static final int VERY_MANY_PIPES = 600;

    /// What decides an optimum.
    private record Key(Object family, long seed, int phase, List<Integer> active) {}

    private final Map<Key, Optimum> known = new ConcurrentHashMap<>();

    /// The optimum of an interval, counted from 1.
    Optimum of(Family family, long seed, World world, int interval) {
        List<Integer> active = world.activity().activeIn(interval);
        Key key = new Key(family.optimumKey(), seed, world.phaseOf(interval), active);
        return known.computeIfAbsent(
                key,
                missing -> ClairvoyantOptimum.of(
                        new Situation(world.networkIn(interval), active, world.limits(), world.bounds())
                                .withFloors(world.claims().floors()),
                        effort(family, world)));
    }

    private static ClairvoyantOptimum.Effort effort(Family family, World world) {
        if (world.pipes().size() > VERY_MANY_PIPES) {
            return new ClairvoyantOptimum.Effort(0, 300, 300);
        }
        boolean quick = family.hasManyOptima()
                || world.pipes().size() > MANY_PIPES
                || world.changes().size() > 1;
        return quick ? ClairvoyantOptimum.Effort.QUICK : ClairvoyantOptimum.Effort.FULL;
    }
}
