// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.ResourceId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The samples of all pipes side by side: what each resource carried in each interval of the past, with how many
/// connections. Intervals are told apart by how long ago they ended, in whole control intervals.
final class History {
    /// What went over a resource in one interval.
    ///
    /// @param connections connections that were open, in the mean
    /// @param bps what was carried, in bit/s
    /// @param mostBps what a connection carried of the pipe whose connections carried most, in bit/s
    record Load(double connections, double bps, double mostBps) {
        Load(double connections, double bps) {
            this(connections, bps, 0);
        }

        static Load of(Sample sample) {
            return new Load(sample.openConnections(), sample.throughputBps(), sample.connectionBps());
        }

        Load plus(Load other) {
            return new Load(connections + other.connections, bps + other.bps, Math.max(mostBps, other.mostBps));
        }
    }

    private final double intervalSeconds;
    private final Map<ResourceId, NavigableMap<Long, Load>> loads = new HashMap<>();

    History(LiveState state) {
        this.intervalSeconds = state.controller().intervalSeconds();
        for (PipeState pipe : state.pipes()) {
            List<ResourceId> path =
                    state.map().pipeResources().getOrDefault(pipe.pipe().id(), List.of());
            for (Sample sample : pipe.samples()) {
                long slot = slotOf(sample);
                for (ResourceId resource : path) {
                    loads.computeIfAbsent(resource, first -> new TreeMap<>()).merge(slot, Load.of(sample), Load::plus);
                }
            }
        }
    }

    /// Which interval of the past a sample is of.
    long slotOf(Sample sample) {
        return Math.round(sample.agoSeconds() / intervalSeconds);
    }

    /// What a resource carried in an interval in which it was full ([LearnedNetwork#FULL]); null if it was not, or
    /// nobody knows.
    ///
    /// @param capacityBps what it carries at most, null if nobody knows
    @Nullable
    Load fullIn(long slot, ResourceId resource, @Nullable Double capacityBps) {
        if (capacityBps == null) {
            return null;
        }
        Load load = of(resource).get(slot);
        return load != null && load.bps() >= LearnedNetwork.FULL * capacityBps ? load : null;
    }

    /// What a resource carried, by interval, the newest first; empty if nothing is known.
    NavigableMap<Long, Load> of(ResourceId resource) {
        return loads.getOrDefault(resource, new TreeMap<>());
    }
}
