// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import io.tcn.core.model.UserId;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How a user's activities share its pipes.
///
/// @param user whose
/// @param weights weight per activity, zero or more
/// @param active whether they are in force
public record ActivityShare(UserId user, SortedMap<String, Double> weights, boolean active) {
    public ActivityShare {
        weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
    }

    /// From any map of weights.
    public static ActivityShare of(UserId user, Map<String, Double> weights, boolean active) {
        return new ActivityShare(user, new TreeMap<>(weights), active);
    }
}
