// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How the activities of a user share its pipes: of transfers with the same priority, each activity that has any is
/// served in proportion to its weight. Activities without a weight of their own count as `default` together.
///
/// @param weights zero or more each; an activity of weight 0 is served when no other has anything. Empty: no shares,
///     first come, first served
public record ActivityWeights(SortedMap<String, Double> weights) {
    /// No shares.
    public static final ActivityWeights NONE = new ActivityWeights(Collections.emptySortedMap());

    /// Stands for zero, which cannot be divided by.
    private static final double LEAST = 1e-9;

    public ActivityWeights {
        for (Map.Entry<String, Double> entry : weights.entrySet()) {
            double weight = entry.getValue();
            if (!(weight >= 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException(
                        "the weight of activity " + entry.getKey() + " must be zero or more, given was " + weight);
            }
        }
        weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
    }

    /// From any map.
    public static ActivityWeights of(Map<String, Double> weights) {
        return weights.isEmpty() ? NONE : new ActivityWeights(new TreeMap<>(weights));
    }

    /// Whether there are shares at all.
    public boolean isEmpty() {
        return weights.isEmpty();
    }

    /// The activity whose weight counts for this one: itself, or the default.
    public String classOf(String activity) {
        return weights.containsKey(activity) ? activity : QueuedTransfer.DEFAULT_ACTIVITY;
    }

    /// Whether an activity of [#classOf] has weight 0: it is served when no other has anything.
    public boolean isLast(String activityClass) {
        return weights.getOrDefault(activityClass, 1.0) == 0;
    }

    /// The weight of an activity of [#classOf], always positive: 1 for a default without a weight of its own.
    public double weightOf(String activityClass) {
        return Math.max(LEAST, weights.getOrDefault(activityClass, 1.0));
    }
}
