// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.state.ControlState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What operators and the optimizer do: decide, limit, hold, share, bound, declare and remove pipes.
final class OperatorOperations {
    private static final UserId CMS = UserId.of("cms");
    private static final UserId ATLAS = UserId.of("atlas");
    private static final ResourceId LINK = ResourceId.of("link:x>y");

    private final HistoryWorld world;

    OperatorOperations(HistoryWorld world) {
        this.world = world;
    }

    void decide() {
        Map<PipeId, PipeTuning> tunings = new HashMap<>();
        for (HistoryPipe pipe : world.pipes) {
            int n = 1 + world.random.nextInt(8);
            world.decided.put(pipe.id(), n);
            tunings.put(pipe.id(), PipeTuning.of(n));
        }
        world.loop.writer().controlDecided(ControlState.of(1, tunings));
    }

    void changePriorities() {
        HistoryPipe pipe = world.anyPipe();
        if (world.random.nextInt(3) == 0 && pipe.isDeclared()) {
            world.loop.priorityChanged(Set.of(pipe.id()));
        }
    }

    // --- limits

    /// Sets or lifts one of the limits of connections.
    void changeLimit() {
        Pipe pipe = world.anyPipe().declaration();
        boolean isLifted = world.random.nextBoolean();
        switch (anyLimit()) {
            case 0 -> changeTotal(isLifted);
            case 1 -> changeEndpoint(world.random.nextBoolean() ? pipe.source() : pipe.destination(), isLifted);
            default -> changePair(EndpointPair.of(pipe), isLifted);
        }
    }

    private int anyLimit() {
        return switch (world.kind) {
            case TOTAL_LIMIT_OFTEN -> world.random.nextInt(4) > 0 ? 0 : world.random.nextInt(3);
            case OTHER_LIMITS_OFTEN -> 1 + world.random.nextInt(2);
            case USUAL, LATE_NEWS, STALE_FORCED_STARTS, SMALL_WINDOWS, RESTS_OFTEN, DEPENDENCIES ->
                world.random.nextInt(3);
        };
    }

    private void changeTotal(boolean isLifted) {
        int most = world.kind == HistoryKind.TOTAL_LIMIT_OFTEN ? 3 : 6;
        int total = isLifted ? EndpointLimit.UNLIMITED : 1 + world.random.nextInt(most);
        if (world.limits.setTotal(total)) {
            world.happenings.add(Happening.TOTAL_LIFTED);
        }
        world.loop.writer().totalLimitSet(total);
    }

    private void changeEndpoint(Endpoint endpoint, boolean isLifted) {
        if (isLifted) {
            noteLifted(world.limits.lift(endpoint));
            world.loop.writer().endpointLimitRemoved(endpoint);
        } else {
            EndpointLimit limit = new EndpointLimit(endpoint, fewOrUnlimited(), fewOrUnlimited());
            world.limits.set(limit);
            world.loop.writer().endpointLimitSet(limit);
        }
    }

    private int fewOrUnlimited() {
        return world.random.nextInt(3) == 0 ? EndpointLimit.UNLIMITED : 1 + world.random.nextInt(4);
    }

    private void changePair(EndpointPair pair, boolean isLifted) {
        if (isLifted) {
            noteLifted(world.limits.lift(pair));
            world.loop.writer().pairLimitRemoved(pair);
        } else {
            PairLimit limit = new PairLimit(pair, 1 + world.random.nextInt(3));
            world.limits.set(limit);
            world.loop.writer().pairLimitSet(limit);
        }
    }

    private void noteLifted(boolean wasSet) {
        if (wasSet) {
            world.happenings.add(Happening.OTHER_LIMIT_LIFTED);
        }
    }

    // --- holds

    void holdOrGoOn() {
        HistoryPipe pipe = world.anyPipe();
        if (world.random.nextInt(4) == 0) {
            pause(!world.paused);
        } else if (pipe.isDeclared()) {
            hold(pipe, !pipe.isHeld());
        }
    }

    /// Lifts what would keep transfers from their end.
    void letAllGoOn() {
        pause(false);
        world.pipes.stream().filter(HistoryPipe::isHeld).forEach(pipe -> hold(pipe, false));
        removeBound();
    }

    private void pause(boolean isPaused) {
        world.paused = isPaused;
        if (isPaused) {
            world.loop.pause();
        } else {
            world.loop.resume();
        }
    }

    private void hold(HistoryPipe pipe, boolean isHeld) {
        pipe.held(isHeld);
        world.loop.pipeHeld(pipe.id(), isHeld);
    }

    // --- bounds, shares, groups

    void changeResourceControl() {
        switch (world.random.nextInt(4)) {
            case 0 -> setBound();
            case 1 -> removeBound();
            case 2 -> refreshMap();
            default -> world.loop.writer().resourceControlSet(new Guarantee(ATLAS, ResourceSet.ALL_LINKS.name(), 1e9));
        }
    }

    private void setBound() {
        Bound.Rate rate = new Bound.Rate((1 + world.random.nextInt(50)) * 1e6);
        world.loop.writer().resourceControlSet(new Bound(CMS, ResourceSet.ALL_LINKS.name(), rate));
    }

    private void removeBound() {
        Bound like = new Bound(CMS, ResourceSet.ALL_LINKS.name(), new Bound.Rate(1e6));
        world.loop.writer().resourceControlRemoved(like);
    }

    private void refreshMap() {
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        world.pipes.forEach(pipe -> paths.put(pipe.id(), List.of(LINK)));
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, 1e12));
        world.state.putMap(new NetworkMapSnapshot(new MapVersion(0), world.time.now(), resources, paths));
        world.loop.writer().mapChanged();
    }

    void changeShares() {
        if (world.random.nextBoolean()) {
            Map<String, Double> weights = world.random.nextBoolean()
                    ? Map.of()
                    : Map.of("hot", 1.0 + world.random.nextInt(3), "default", 1.0);
            world.loop.writer().activityShares(CMS, weights);
        } else {
            orderGroups();
        }
    }

    private void orderGroups() {
        TreeMap<PipeId, List<GroupId>> order = new TreeMap<>();
        for (HistoryPipe pipe : world.pipes) {
            List<GroupId> groups = new ArrayList<>(List.of(new GroupId(1), new GroupId(2), new GroupId(3)));
            Collections.shuffle(groups, world.random);
            if (world.random.nextInt(3) > 0) {
                order.put(pipe.id(), List.copyOf(groups.subList(0, 1 + world.random.nextInt(3))));
            }
        }
        world.loop.writer().groupsOrdered(order);
    }

    // --- pipes

    /// Declares a pipe, for the first time or again, or removes one as an operator may: with nothing of it open.
    void declareOrRemove() {
        HistoryPipe pipe = world.anyPipe();
        if (!pipe.isDeclared() || world.random.nextInt(4) == 0) {
            world.declare(pipe);
            return;
        }
        boolean isOpen = world.allTransfers().stream()
                .anyMatch(transfer -> transfer.pipe().equals(pipe.id())
                        && !world.stateOf(transfer).isTerminal());
        if (isOpen || world.news.concerns(pipe.id()) || !world.store.isQuiet()) {
            return;
        }
        world.loop.writer().pipeRemoved(pipe.id(), isRemoved -> {
            if (isRemoved) {
                world.happenings.add(Happening.PIPE_REMOVED);
                pipe.removed(world.transfers.size());
            }
        });
        world.time.settle();
        if (!pipe.isDeclared() && world.random.nextBoolean()) {
            world.declare(pipe);
        }
    }
}
