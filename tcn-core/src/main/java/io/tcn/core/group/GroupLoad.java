// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.group;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is left to do of a group.
///
/// @param id the group
/// @param weight how much it counts, positive: one second of a group of weight 2 is worth two of a group of
///     weight 1
/// @param dueSeconds time until its deadline in seconds, below zero if it is over; null without a deadline
/// @param bytes what is left on each of its pipes, in bytes, zero or more
public record GroupLoad(GroupId id, double weight, @Nullable Double dueSeconds, SortedMap<PipeId, Double> bytes) {
    public GroupLoad {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("the weight of group " + id + " must be positive, given was " + weight);
        }
        bytes.forEach((pipe, left) -> {
            if (!(left >= 0) || Double.isInfinite(left)) {
                throw new IllegalArgumentException("what is left of group " + id + " on " + pipe
                        + " must be zero or more bytes, given was " + left);
            }
        });
        bytes = Collections.unmodifiableSortedMap(new TreeMap<>(bytes));
    }
}
