// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.model.LimitId;
import io.tcn.core.model.TransferLimit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// What agents have moved under each limit of transfers: they tell of bytes by pipe, so these are counted order by
/// order. Counted under the lock of [RemoteDataPlane]; read by any thread.
final class LimitBytes {
    private final Map<LimitId, LongAdder> bytes = new ConcurrentHashMap<>();

    /// @param movedBytes of the order's copy until now
    void count(RemoteOrder order, long movedBytes) {
        TransferLimit limit = order.attempt.transfer().options().limit();
        if (limit != null) {
            bytes.computeIfAbsent(limit.id(), first -> new LongAdder()).add(order.newlyMoved(movedBytes));
        }
    }

    long moved(LimitId limit) {
        LongAdder moved = bytes.get(limit);
        return moved == null ? 0 : moved.sum();
    }

    void forget(LimitId limit) {
        bytes.remove(limit);
    }
}
