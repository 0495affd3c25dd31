// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.TransferId;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// When listed transfers are submitted: at their arrival, but not before the transfers that they wait for, since
/// nobody can name a transfer that is not there yet. Dependencies hold no cycle. Cost: linear.
final class SubmitTimes {
    private SubmitTimes() {}

    static Map<TransferId, Long> of(List<TransferSpec> transfers) {
        Map<TransferId, Long> nanos = new HashMap<>();
        Map<TransferId, Integer> open = new HashMap<>();
        Map<TransferId, List<TransferId>> successors = new HashMap<>();
        Deque<TransferId> ready = new ArrayDeque<>();
        for (TransferSpec spec : transfers) {
            nanos.put(spec.id(), spec.arrivalNanos());
            open.put(spec.id(), spec.after().size());
            for (TransferId predecessor : spec.after()) {
                successors.computeIfAbsent(predecessor, id -> new ArrayList<>()).add(spec.id());
            }
            if (spec.after().isEmpty()) {
                ready.add(spec.id());
            }
        }
        while (!ready.isEmpty()) {
            TransferId done = ready.remove();
            for (TransferId next : successors.getOrDefault(done, List.of())) {
                nanos.merge(next, nanos.getOrDefault(done, 0L), Math::max);
                if (open.merge(next, -1, Integer::sum) == 0) {
                    ready.add(next);
                }
            }
        }
        return nanos;
    }
}
