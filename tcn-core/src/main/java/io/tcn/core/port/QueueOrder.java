// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.GroupId;
import java.util.List;

/// In which order the queued transfers of a pipe start, among those of the same priority.
///
/// @param activities how the activities of the pipe's user share it; if there are such shares, groups have no say
/// @param groups the groups that go first, the first one first; others follow by number
public record QueueOrder(ActivityWeights activities, List<GroupId> groups) {
    /// First come, first served.
    public static final QueueOrder FIRST_COME = new QueueOrder(ActivityWeights.NONE, List.of());

    public QueueOrder {
        groups = List.copyOf(groups);
    }

    /// The same with other shares.
    public QueueOrder withActivities(ActivityWeights shares) {
        return new QueueOrder(shares, groups);
    }

    /// The same with another order of groups.
    public QueueOrder withGroups(List<GroupId> order) {
        return new QueueOrder(activities, order);
    }
}
