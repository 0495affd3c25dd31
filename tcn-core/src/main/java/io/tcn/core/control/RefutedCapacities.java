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
/// What was carried once is believed until the map tells something clearly else of the resource, or less is carried
/// than it
/// tells although the resource is full. To look at all guarantees again takes up to seconds where there are thousands
/// of them, so what is new is taken over together, and not in each interval. Used by one thread.
final class RefutedCapacities {
    /// Less than this part above what is believed is no reason to look at all guarantees again.
    private static final double MORE = 0.1;

    /// So many intervals pass between two looks at least.
    private static final int PAUSE = 6;

    /// @param toldBps what the map told, in bit/s
    /// @param carriedBps what was carried, in bit/s, above it
    private record Refuted(double toldBps, double carriedBps) {}

    private final Map<ResourceId, Refuted> refuted = new HashMap<>();
    private @Nullable NetworkMapSnapshot told;
    private @Nullable NetworkMapSnapshot raised;
    private boolean changed;
    private int pause;

    /// Takes over what an optimizer doubts.
    void note(List<DoubtedCapacity> doubts) {
        for (DoubtedCapacity doubt : doubts) {
            Refuted before = refuted.get(doubt.resource());
            if (!doubt.isAbove()) {
                changed |= refuted.remove(doubt.resource()) != null;
            } else if (before == null
                    || !Resource.isHardlyChanged(before.toldBps(), doubt.toldBps())
                    || doubt.measuredBps() > (1 + MORE) * before.carriedBps()) {
                refuted.put(doubt.resource(), new Refuted(doubt.toldBps(), doubt.measuredBps()));
                changed = true;
            }
        }
    }

    /// The map with what was carried in the place of capacities that are told too small; the map itself where none is.
    /// To be called once per interval.
    @SuppressWarnings("ReferenceEquality") // the same map again is the usual case
    NetworkMapSnapshot on(NetworkMapSnapshot map) {
        pause = Math.max(0, pause - 1);
        NetworkMapSnapshot known = raised;
        boolean again = changed && pause == 0;
        if (known == null || told != map || again) {
            known = refuted.isEmpty() ? map : raise(map);
            raised = known;
            told = map;
            pause = changed ? PAUSE : pause;
            changed = false;
        }
        return known;
    }

    private NetworkMapSnapshot raise(NetworkMapSnapshot map) {
        Map<ResourceId, Resource> carried = new HashMap<>();
        refuted.entrySet().removeIf(entry -> {
            Resource resource = map.resources().get(entry.getKey());
            Double capacityBps = resource == null ? null : resource.capacityBps();
            if (resource == null
                    || capacityBps == null
                    || !Resource.isHardlyChanged(entry.getValue().toldBps(), capacityBps)) {
                return true;
            }
            carried.put(
                    entry.getKey(),
                    resource.withCapacityBps(
                            Math.max(capacityBps, entry.getValue().carriedBps())));
            return false;
        });
        return carried.isEmpty() ? map : map.withResources(carried, map.asOf());
    }
}
