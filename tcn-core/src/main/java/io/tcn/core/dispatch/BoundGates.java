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
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private record Key(UserId user, ResourceId resource) {}

    /// What the controls ask of a user on a resource, in bit/s; 0 where they ask nothing.
    private record Asked(double mostBps, double leastBps) {
        static final Asked NOTHING = new Asked(0, 0);
    }

    private final DataPlane dataPlane;
    private final TimeSource time;
    private final BoundSettings settings;
    private final Supplier<StateSnapshot> published;
    private final Map<Key, BoundGate> gates = new HashMap<>();

    /// Those of which no pipe is left, and that are in debt: what comes back pays for it.
    private final Map<Key, BoundGate> owing = new HashMap<>();

    /// Those that the last change has begun: with nothing, and with what was counted before.
    private final Set<BoundGate> begun = new HashSet<>();

    private final Set<BoundGate> continued = new HashSet<>();

    private final Map<Key, GuaranteeFloor> floors = new HashMap<>();
    private final Map<Key, Asked> asked = new HashMap<>();
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
        Map<Key, BoundGate> before = new HashMap<>(gates);
        gates.clear();
        begun.clear();
        continued.clear();
        for (PipeQueue pipe : pipes) {
            attach(pipe.pipe(), pipe.usage(), before);
        }
        keepDebts(before);
        begun.forEach(BoundGate::beginBesideWhatIsOpen);
    }

    private void keepDebts(Map<Key, BoundGate> before) {
        owing.putAll(before);
        owing.keySet().removeAll(gates.keySet());
        owing.values().removeIf(gate -> !gate.isInDebt());
        owing.values().forEach(BoundGate::clear);
    }

    /// A pipe is new; nothing is open on it.
    void declared(Pipe pipe, PipeUsage usage) {
        usage.declared(published.get().pipeTable().version(), time.nanoTime());
        attach(pipe, usage, Map.of());
    }

    private void attach(Pipe pipe, PipeUsage usage, Map<Key, BoundGate> before) {
        List<BoundGate> bounds = List.of();
        List<ShapedBound> shaped = new ArrayList<>();
        List<GuaranteeFloor> guarantees = List.of();
        UnmappedGate unmapped = null;
        StateSnapshot now = state;
        if (now != null && controls.containsKey(pipe.user())) {
            List<ResourceId> known = now.map().pipeResources().get(pipe.id());
            LinkedHashSet<ResourceId> path = new LinkedHashSet<>(known == null ? List.of() : known);
            bounds = new ArrayList<>();
            guarantees = new ArrayList<>();
            for (ResourceId resource : path) {
                Key key = new Key(pipe.user(), resource);
                Asked of = asked.computeIfAbsent(key, unknown -> ask(unknown, now));
                if (of.mostBps() > 0) {
                    bounds.add(gates.computeIfAbsent(
                            key, fresh -> gate(fresh, resource.toString(), of.mostBps(), before)));
                    shaped.add(new ShapedBound(key.user(), key.resource(), of.mostBps()));
                }
                if (of.leastBps() > 0) {
                    guarantees.add(floors.computeIfAbsent(key, fresh -> new GuaranteeFloor(of.leastBps())));
                }
            }
            UntoldPath untold = UntoldPath.of(pipe, now);
            if (untold != null) {
                unmapped = attachUntold(untold, pipe, usage, now, before, bounds, shaped);
            }
            usage.rate().setCeilingBps(ceilingBps(path, now));
        }
        if (!bounds.isEmpty() || !usage.bounds().isEmpty()) {
            dataPlane.shape(pipe.id(), shaped);
        }
        goOn(usage.bounds(), bounds);
        usage.setControls(List.copyOf(bounds), List.copyOf(guarantees), unmapped);
        for (BoundGate bound : usage.bounds()) {
            bound.changed(usage, usage.open());
            if (usage.rate().isKnown()) {
                bound.known(usage, true);
            }
        }
        for (GuaranteeFloor floor : usage.floors()) {
            floor.changed(usage, usage.open());
        }
    }

    /// Where the map has changed what a pipe uses, or tells it only now, the same bound holds at another resource,
    /// or at one that nobody knew: what the pipe has moved counts there as it did before. A map that comes and goes
    /// would forgive it each time.
    private void goOn(List<BoundGate> before, List<BoundGate> now) {
        for (BoundGate bound : now) {
            if (begun.contains(bound) || continued.contains(bound)) {
                for (BoundGate old : before) {
                    if (!now.contains(old) && old.isAs(bound)) {
                        bound.continueFrom(old);
                        begun.remove(bound);
                        continued.add(bound);
                    }
                }
            }
        }
    }

    /// Adds the bounds that may hold for what the map does not tell of a pipe.
    ///
    /// @return what keeps the pipe back until the source of the map has answered; null if nothing does
    private @Nullable UnmappedGate attachUntold(
            UntoldPath untold,
            Pipe pipe,
            PipeUsage usage,
            StateSnapshot now,
            Map<Key, BoundGate> before,
            List<BoundGate> bounds,
            List<ShapedBound> shaped) {
        boolean counted = true;
        List<Bound> mayHold = untold.bounds(controls.getOrDefault(pipe.user(), List.of()), now);
        for (Bound bound : mayHold) {
            if (bound.limit() instanceof Bound.Rate(double mostBps)) {
                Key key = new Key(pipe.user(), UntoldPath.resource(bound.resourceSet()));
                String where = bound.resourceSet() + " (the network map does not tell what the pipe uses of it)";
                bounds.add(gates.computeIfAbsent(key, fresh -> gate(fresh, where, mostBps, before)));
                shaped.add(new ShapedBound(key.user(), key.resource(), mostBps));
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

    private BoundGate gate(Key key, String where, double boundBps, Map<Key, BoundGate> before) {
        BoundGate owed = owing.remove(key);
        BoundGate known = before.containsKey(key) ? before.get(key) : owed;
        if (known == null) {
            BoundGate fresh = new BoundGate(
                    "the bound of " + key.user() + " on " + where, boundBps, settings.windowSeconds(), time);
            begun.add(fresh);
            return fresh;
        }
        if (owed != null) {
            continued.add(owed);
        }
        known.setBoundBps(boundBps);
        known.clear();
        known.forgetKnown();
        return known;
    }

    private Asked ask(Key key, StateSnapshot now) {
        double most = Double.POSITIVE_INFINITY;
        double least = 0;
        for (ResourceControl control : controls.getOrDefault(key.user(), List.of())) {
            ResourceSet set = now.resourceSets().get(control.resourceSet());
            if (set == null || !now.isIn(set, key.resource())) {
                continue;
            }
            switch (control) {
                case Bound bound -> {
                    double boundBps = now.boundBps(bound, key.resource());
                    most = boundBps > 0 ? Math.min(most, boundBps) : most;
                }
                case Guarantee guarantee -> least = Math.max(least, guarantee.minBps());
                case RelativeWeight _ -> {
                    // A share of what is carried: that is the optimizer's work.
                }
            }
        }
        return most == Double.POSITIVE_INFINITY && least == 0
                ? Asked.NOTHING
                : new Asked(most == Double.POSITIVE_INFINITY ? 0 : most, least);
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
