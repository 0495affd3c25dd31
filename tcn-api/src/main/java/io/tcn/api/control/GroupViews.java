// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.Groups;
import io.tcn.api.store.GroupStore;
import io.tcn.core.group.GroupPlan;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Groups as answers show them.
final class GroupViews {
    private GroupViews() {}

    /// A group of which something is left.
    static WorkAnswers.GroupAnswer of(GroupStore.Rest rest, Groups.Order order) {
        GroupStore.Group group = rest.group();
        int rank = order.plan().rankOf(group.id());
        GroupPlan.Place place = rank == 0 ? null : order.plan().places().get(rank - 1);
        return new WorkAnswers.GroupAnswer(
                group.id().value(),
                group.user().value(),
                group.name(),
                group.weight(),
                group.due(),
                rest.jobs(),
                Math.round(rest.files()),
                Math.round(rest.bytesLeft()),
                place == null ? null : (Integer) rank,
                place == null ? null : place.bottleneck(),
                place == null ? null : (Double) place.aloneSeconds(),
                place == null ? null : expected(order.at(), place.expectedSeconds()),
                deadline(group, place),
                Versions.of(declared(group)));
    }

    /// What is declared of a group.
    record Declared(
            long id,
            String user,
            String name,
            double weight,
            @Nullable Instant deadline) {}

    static Declared declared(GroupStore.Group group) {
        return new Declared(group.id().value(), group.user().value(), group.name(), group.weight(), group.due());
    }

    /// A group of which nothing is left.
    static WorkAnswers.GroupAnswer over(GroupStore.Group group) {
        return new WorkAnswers.GroupAnswer(
                group.id().value(),
                group.user().value(),
                group.name(),
                group.weight(),
                group.due(),
                0,
                0,
                0,
                null,
                null,
                null,
                null,
                null,
                Versions.of(declared(group)));
    }

    /// The place of a group that is shown, groups without one last.
    static int placeOf(WorkAnswers.GroupAnswer group) {
        return group.place() == null ? Integer.MAX_VALUE : group.place();
    }

    private static Instant expected(Instant at, double seconds) {
        return at.plus(Duration.ofMillis(Math.round(seconds * 1e3))).truncatedTo(ChronoUnit.SECONDS);
    }

    private static @Nullable String deadline(GroupStore.Group group, GroupPlan.@Nullable Place place) {
        if (place == null || group.due() == null || place.deadline() == GroupPlan.Deadline.NONE) {
            return null;
        }
        return place.deadline().name();
    }
}
