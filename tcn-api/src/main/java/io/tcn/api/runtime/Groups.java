// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.GroupStore;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.core.group.GroupLoad;
import io.tcn.core.group.GroupPlan;
import io.tcn.core.group.GroupPlanner;
import io.tcn.core.model.GroupId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The loop that decides in which order groups go: from what the store says is left of each and what the map
/// says that the network carries, to the dispatch loop. Every ten seconds, and at once when something was
/// submitted to a group.
@Component
public class Groups implements LeaderWork, LoopWork {
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /// Groups without work are looked for so seldom.
    private static final int ROUNDS_BETWEEN_FORGETTING = 360;

    private final GroupStore groups;
    private final JpaTransferStore store;
    private final ControlPlane controlPlane;
    private final SystemTime time;
    private final Duration keepUnused;
    private final Duration doubling;
    private final OwnLoop ordering;
    private int rounds;
    private volatile Order order = new Order(List.of(), GroupPlan.NONE, Instant.EPOCH);

    Groups(
            GroupStore groups,
            JpaTransferStore store,
            ControlPlane controlPlane,
            SystemTime time,
            TcnProperties properties,
            Loops loops) {
        this.groups = groups;
        this.store = store;
        this.controlPlane = controlPlane;
        this.time = time;
        this.keepUnused = properties.groups().keepUnused();
        this.doubling = properties.groups().weightDoublesEvery();
        this.ordering = loops.own("groups", PAUSE, this::look);
    }

    /// The order of a moment.
    ///
    /// @param rests what was left of each group that was not over, by number
    /// @param plan in which order they go
    /// @param at when that was
    public record Order(List<GroupStore.Rest> rests, GroupPlan plan, Instant at) {
        public Order {
            rests = List.copyOf(rests);
        }

        /// What the user of a group calls it; null for one that is not known here.
        public @Nullable String nameOf(GroupId group) {
            return rests.stream()
                    .map(GroupStore.Rest::group)
                    .filter(one -> one.id().equals(group))
                    .map(GroupStore.Group::name)
                    .findFirst()
                    .orElse(null);
        }
    }

    /// The order that is in force.
    public Order order() {
        return order;
    }

    /// Something was submitted to a group, or one was changed.
    public void changed() {
        ordering.runSoon();
    }

    private SteadyLoop.Outcome look() {
        try {
            List<GroupStore.Rest> rests = store.question(groups::open).join();
            adopt(rests);
            if (rounds++ % ROUNDS_BETWEEN_FORGETTING == 0 && !keepUnused.isZero()) {
                Instant before = time.now().minus(keepUnused);
                var _ = store.question(() -> groups.forgetUnused(before)).join();
            }
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
        return SteadyLoop.Outcome.DONE;
    }

    private void adopt(List<GroupStore.Rest> rests) {
        Instant now = time.now();
        List<GroupLoad> loads =
                rests.stream().map(rest -> rest.load(now, doubling)).toList();
        GroupPlan plan = GroupPlanner.plan(loads, controlPlane.state().snapshot());
        if (!plan.byPipe().equals(order.plan().byPipe())) {
            controlPlane.dispatch().writer().groupsOrdered(plan.byPipe());
        }
        order = new Order(rests, plan, now);
    }

    @Override
    public void start() {
        ordering.start();
        ordering.runSoon();
    }

    @Override
    public OwnLoop loop() {
        return ordering;
    }
}
