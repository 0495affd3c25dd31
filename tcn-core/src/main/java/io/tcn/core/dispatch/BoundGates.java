// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.ShapedBound;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.StateSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Which bounds and guarantees concern which pipe, by user and resource, and what is open under them. Where several
/// bounds meet, the least holds; of guarantees, the greatest.
///
/// Cost: O(path) per pipe when controls or the map change or a pipe is new; nothing per transfer beyond the bounds of
/// its pipe's path. Mutable; owned by the dispatch loop.
final class BoundGates {
    /// So long a new pipe waits at most until the map has been asked for it.
    private static final Duration MAP_PATIENCE = Duration.ofSeconds(10);

    /// What the controls ask of a user on a resource, in bit/s; 0 where they ask nothing.
    ///
    /// @param set that of the bound that lets least; null where there is none
    private record Asked(double mostBps, @Nullable ResourceSetName set, double leastBps) {}

    private final DataPlane dataPlane;
    private final TimeSource time;
    private final BoundSettings settings;
    private final Supplier<StateSnapshot> published;
    private final Map<BoundKey, BoundGate> gates = new HashMap<>();
    private final BoundDebts debts = new BoundDebts();
    private final Map<BoundKey, GuaranteeFloor> floors = new HashMap<>();
    private final Map<BoundKey, Asked> asked = new HashMap<>();
    private final Map<UserId, List<ResourceControl>> controls = new HashMap<>();
    private @Nullable StateSnapshot state;

    /// @param published the state now, for any thread
    BoundGates(Supplier<StateSnapshot> published, DataPlane dataPlane, TimeSource time, BoundSettings settings) {
        this.published = published;
        this.dataPlane = dataPlane;
        this.time = time;
        this.settings = settings;
    }

    /// Whether any resource control may concern what is declared under this name.
    boolean concerns(ResourceSetName set) {
        return controls.values().stream()
                .flatMap(List::stream)
                .anyMatch(control -> control.resourceSet().equals(set));
    }

    /// Whether there are bounds or guarantees, in force or in what is to be taken over.
    boolean mayConcern(StateSnapshot changed) {
        return settings.kept()
                && (!controls.isEmpty()
                        || changed.resourceControls().stream()
                                .anyMatch(control -> !(control instanceof RelativeWeight)));
    }

    /// Takes over controls, sets or a map that have changed. What a bound has counted so far stays with it.
    void adopt(StateSnapshot changed, Collection<PipeQueue> pipes) {
        state = changed;
        controls.clear();
        for (ResourceControl control : changed.resourceControls()) {
            if (settings.kept() && !(control instanceof RelativeWeight)) {
                controls.computeIfAbsent(control.user(), user -> new ArrayList<>())
                        .add(control);
            }
        }
        asked.clear();
        floors.clear();
        debts.begin(gates);
        gates.clear();
        for (PipeQueue pipe : pipes) {
            attach(pipe.pipe(), pipe.usage());
        }
        debts.end(gates.keySet());
        gates.values().forEach(BoundGate::counted);
    }

    /// A pipe is new; nothing is open on it.
    void declared(Pipe pipe, PipeUsage usage) {
        usage.declared(pipe.id(), published.get().pipeTable().version(), time.nanoTime());
        attach(pipe, usage);
    }

    private void attach(Pipe pipe, PipeUsage usage) {
        Found found = new Found();
        UnmappedGate unmapped = null;
        StateSnapshot now = state;
        if (now != null && controls.containsKey(pipe.user())) {
            List<ResourceId> known = now.map().pipeResources().get(pipe.id());
            LinkedHashSet<ResourceId> path = new LinkedHashSet<>(known == null ? List.of() : known);
            for (ResourceId resource : path) {
                BoundKey key = new BoundKey(pipe.user(), resource);
                Asked of = asked.computeIfAbsent(key, unknown -> ask(unknown, now));
                if (of.set() != null) {
                    found.bound(key, of.set(), resource.toString(), of.mostBps());
                }
                if (of.leastBps() > 0) {
                    found.guarantees.add(floors.computeIfAbsent(key, fresh -> new GuaranteeFloor(of.leastBps())));
                }
            }
            UntoldPath untold = UntoldPath.of(pipe, now);
            if (untold != null) {
                unmapped = attachUntold(untold, pipe, usage, now, found);
            }
            usage.rate().setCeilingBps(ceilingBps(path, now));
        }
        if (!found.bounds.isEmpty() || !usage.bounds().isEmpty()) {
            dataPlane.shape(pipe.id(), found.shaped);
        }
        debts.carryOver(usage, found.bounds);
        usage.setControls(List.copyOf(found.bounds), List.copyOf(found.guarantees), unmapped);
        for (BoundGate bound : usage.bounds()) {
            bound.changed(usage, usage.open());
            bound.left(usage, usage.left());
            bound.look(usage);
        }
        for (GuaranteeFloor floor : usage.floors()) {
            floor.changed(usage, usage.open());
        }
    }

    /// What concerns a pipe.
    private final class Found {
        private final List<BoundGate> bounds = new ArrayList<>();
        private final List<ShapedBound> shaped = new ArrayList<>();
        private final List<GuaranteeFloor> guarantees = new ArrayList<>();

        void bound(BoundKey key, ResourceSetName set, String where, double boundBps) {
            bounds.add(gates.computeIfAbsent(key, fresh -> gate(fresh, set, where, boundBps)));
            shaped.add(new ShapedBound(key.user(), key.resource(), boundBps));
        }
    }

    /// Adds the bounds that may hold for what the map does not tell of a pipe.
    ///
    /// @return what keeps the pipe back until the source of the map has answered; null if nothing does
    private @Nullable UnmappedGate attachUntold(
            UntoldPath untold, Pipe pipe, PipeUsage usage, StateSnapshot now, Found found) {
        boolean counted = true;
        for (Bound bound : untold.bounds(controls.getOrDefault(pipe.user(), List.of()), now)) {
            if (bound.limit() instanceof Bound.Rate(double mostBps)) {
                BoundKey key = new BoundKey(pipe.user(), UntoldPath.resource(bound.resourceSet()));
                ResourceSetName set = bound.resourceSet();
                found.bound(key, set, set + " (the network map does not tell what the pipe uses of it)", mostBps);
            } else {
                counted = false;
            }
        }
        if (!untold.isAwaited() || !hasBound(pipe.user())) {
            return null;
        }
        int afterwards = counted ? Integer.MAX_VALUE : 1;
        boolean isNew = untold.known() == null;
        return new UnmappedGate(pipe.user(), () -> (isNew && wasAskedFor(usage)) || hasWaited(usage), afterwards);
    }

    /// Whether the map has been asked for a pipe and its bounds go by the answer.
    private boolean wasAskedFor(PipeUsage usage) {
        StateSnapshot now = published.get();
        boolean isAdopted =
                state != null && state.map().version().equals(now.map().version());
        return isAdopted && now.mapAskedVersion() >= usage.declaredVersion();
    }

    private boolean hasWaited(PipeUsage usage) {
        return time.nanoTime() - usage.declaredNanos() > MAP_PATIENCE.toNanos();
    }

    private boolean hasBound(UserId user) {
        return controls.getOrDefault(user, List.of()).stream().anyMatch(Bound.class::isInstance);
    }

    private BoundGate gate(BoundKey key, ResourceSetName set, String where, double boundBps) {
        BoundGate known = debts.recall(key);
        if (known == null) {
            BoundGate fresh = new BoundGate(
                    "the bound of " + key.user() + " on " + where, set, boundBps, settings.windowSeconds(), time);
            debts.begun(fresh);
            return fresh;
        }
        known.setBound(set, boundBps);
        known.clear();
        known.forgetKnown();
        return known;
    }

    private Asked ask(BoundKey key, StateSnapshot now) {
        double most = Double.POSITIVE_INFINITY;
        ResourceSetName bySet = null;
        double least = 0;
        for (ResourceControl control : controls.getOrDefault(key.user(), List.of())) {
            ResourceSet set = now.resourceSets().get(control.resourceSet());
            if (set == null || !now.isIn(set, key.resource())) {
                continue;
            }
            switch (control) {
                case Bound bound -> {
                    double boundBps = now.boundBps(bound, key.resource());
                    if (boundBps > 0 && boundBps < most) {
                        most = boundBps;
                        bySet = bound.resourceSet();
                    }
                }
                case Guarantee guarantee -> least = Math.max(least, guarantee.minBps());
                case RelativeWeight _ -> {
                    // A share of what is carried: that is the optimizer's work.
                }
            }
        }
        return new Asked(most, bySet, least);
    }

    private static double ceilingBps(Collection<ResourceId> path, StateSnapshot now) {
        double least = Double.POSITIVE_INFINITY;
        for (ResourceId id : path) {
            Resource resource = now.map().resources().get(id);
            Double ceiling = resource == null ? null : resource.connectionCeilingBps();
            least = ceiling == null ? least : Math.min(least, ceiling);
        }
        return least == Double.POSITIVE_INFINITY ? 0 : least;
    }
}
