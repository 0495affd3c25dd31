// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.DoubtedCapacity;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMapSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Capacities that the map tells too small, as measurements have shown: what is guaranteed is not to be lowered to
/// what a resource is told to carry where it has carried more.
///
/// What was carried once is believed until the map tells something else of the resource. Used by one thread.
final class RefutedCapacities {
    /// Less than this part above what is believed is noise, and no reason to look at all guarantees again.
    private static final double NOISE = 0.02;

    /// @param toldBps what the map told, in bit/s
    /// @param carriedBps what was carried, in bit/s, above it
    private record Refuted(double toldBps, double carriedBps) {}

    private final Map<ResourceId, Refuted> refuted = new HashMap<>();
    private @Nullable NetworkMapSnapshot told;
    private @Nullable NetworkMapSnapshot raised;

    /// Takes over what an optimizer doubts.
    void note(List<DoubtedCapacity> doubts) {
        for (DoubtedCapacity doubt : doubts) {
            if (doubt.isAbove()) {
                Refuted before = refuted.get(doubt.resource());
                boolean more = before == null
                        || before.toldBps() != doubt.toldBps()
                        || doubt.measuredBps() > (1 + NOISE) * before.carriedBps();
                if (more) {
                    refuted.put(doubt.resource(), new Refuted(doubt.toldBps(), doubt.measuredBps()));
                    raised = null;
                }
            }
        }
    }

    /// The map with what was carried in the place of capacities that are told too small; the map itself where none is.
    @SuppressWarnings("ReferenceEquality") // the same map again is the usual case
    NetworkMapSnapshot on(NetworkMapSnapshot map) {
        if (refuted.isEmpty()) {
            return map;
        }
        NetworkMapSnapshot known = raised;
        if (known == null || told != map) {
            known = raise(map);
            raised = known;
            told = map;
        }
        return known;
    }

    private NetworkMapSnapshot raise(NetworkMapSnapshot map) {
        Map<ResourceId, Resource> changed = new HashMap<>();
        refuted.entrySet().removeIf(entry -> {
            Resource resource = map.resources().get(entry.getKey());
            Double capacityBps = resource == null ? null : resource.capacityBps();
            if (resource == null
                    || capacityBps == null
                    || capacityBps != entry.getValue().toldBps()) {
                return true;
            }
            changed.put(
                    entry.getKey(), resource.withCapacityBps(entry.getValue().carriedBps()));
            return false;
        });
        return changed.isEmpty() ? map : map.withResources(changed, map.asOf());
    }
}
