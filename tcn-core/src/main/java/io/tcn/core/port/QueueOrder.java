// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.LimitId;
import java.util.List;
import java.util.Set;

/// In which order the queued transfers of a pipe start, among those of the same priority.
///
/// @param activities how the activities of the pipe's user share it; if there are such shares, groups have no say
/// @param groups the groups that go first, the first one first; others follow by number
/// @param without limits whose transfers are left out: nothing of theirs can start now, and it would keep others from
///     being seen
public record QueueOrder(ActivityWeights activities, List<GroupId> groups, Set<LimitId> without) {
    /// First come, first served.
    public static final QueueOrder FIRST_COME = new QueueOrder(ActivityWeights.NONE, List.of(), Set.of());

    public QueueOrder {
        groups = List.copyOf(groups);
        without = Set.copyOf(without);
    }

    /// The same with other shares.
    public QueueOrder withActivities(ActivityWeights shares) {
        return new QueueOrder(shares, groups, without);
    }

    /// The same with another order of groups.
    public QueueOrder withGroups(List<GroupId> order) {
        return new QueueOrder(activities, order, without);
    }

    /// The same, leaving out the transfers of some limits.
    public QueueOrder without(Set<LimitId> limits) {
        return new QueueOrder(activities, groups, limits);
    }
}
