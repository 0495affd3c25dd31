// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.QueuedTransfer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Whose turn it is among the activities of a pipe: start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM'96), each
/// transfer counting 1. An activity's next start is where its last service ended, or the present virtual time if that
/// is later, so that one which had nothing to do gains no credit. The earliest start is served; ties go by name.
///
/// Invariant: of two activities that always have something, services per weight differ by less than one of each.
/// Mutable; owned by the dispatch loop. Cost: O(window) per turn.
final class ActivityTurns {
    private final ActivityWeights weights;
    private final Map<String, Double> ends = new HashMap<>();
    private double virtualTime;

    ActivityTurns(ActivityWeights weights) {
        this.weights = weights;
    }

    ActivityWeights weights() {
        return weights;
    }

    /// The transfer of the highest priority whose activity's turn it is; it counts as served.
    ///
    /// @param window in the order of priority and number, not empty
    QueuedTransfer next(OrderedWindow window) {
        int priority = window.first().transfer().priority();
        TreeMap<String, QueuedTransfer> heads = new TreeMap<>();
        for (QueuedTransfer queued : window) {
            if (queued.transfer().priority() != priority) {
                break;
            }
            heads.putIfAbsent(weights.classOf(queued.activity()), queued);
        }
        String best = heads.firstKey();
        for (String activity : heads.keySet()) {
            if (goesBefore(activity, best)) {
                best = activity;
            }
        }
        virtualTime = start(best);
        ends.put(best, virtualTime + 1 / weights.weightOf(best));
        QueuedTransfer chosen = heads.get(best);
        return chosen == null ? window.first() : chosen;
    }

    private boolean goesBefore(String activity, String other) {
        boolean isLast = weights.isLast(activity);
        return isLast == weights.isLast(other) ? start(activity) < start(other) : !isLast;
    }

    private double start(String activity) {
        return Math.max(virtualTime, ends.getOrDefault(activity, 0.0));
    }
}
