// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.Bound;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.state.StateSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Works out the resource controls of all users against the present network map: one bound and one guarantee at most
/// per user and resource that at least one of the user's pipes uses. Where several bounds meet, the least holds;
/// where several guarantees meet, the greatest. Relative weights become [ShareGroup]s.
///
/// It remembers the last result, because maps and controls change far more seldom than intervals pass. Cost
/// otherwise: O(controls x (resources + total path length)). Used by one thread.
final class Constraints {
    private record Key(UserId user, ResourceId resource) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byUser = user.compareTo(other.user);
            return byUser != 0 ? byUser : resource.compareTo(other.resource);
        }
    }

    /// Limits by user and resource: bit/s, and weights.
    private record Limits(Map<Key, Double> bounds, Map<Key, Double> guarantees, Map<Key, Double> weights) {}

    /// What the controls ask for.
    ///
    /// @param constraints bounds and guarantees, by user and resource
    /// @param shares the resources on which users have relative weights, by resource
    record WorkedOut(List<Constraint> constraints, List<ShareGroup> shares) {}

    private List<Object> lastInput = List.of();
    private WorkedOut last = new WorkedOut(List.of(), List.of());

    /// @param pipes the pipes in the order of the observation
    WorkedOut of(StateSnapshot state, List<Pipe> pipes) {
        List<Object> input = List.of(
                state.resourceControls(),
                state.resourceSets(),
                state.map().resources(),
                state.map().pipeResources(),
                pipes);
        if (!sameObjects(input, lastInput) && !input.equals(lastInput)) {
            last = workOut(state, pipes);
        }
        lastInput = input;
        return last;
    }

    @SuppressWarnings("ReferenceEquality") // a quick way out before the deep comparison
    private static boolean sameObjects(List<Object> a, List<Object> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (a.get(i) != b.get(i)) {
                return false;
            }
        }
        return true;
    }

    private static WorkedOut workOut(StateSnapshot state, List<Pipe> pipes) {
        if (state.resourceControls().isEmpty()) {
            return new WorkedOut(List.of(), List.of());
        }
        Map<Key, List<Integer>> usersPipes = new TreeMap<>();
        for (int i = 0; i < pipes.size(); i++) {
            Pipe pipe = pipes.get(i);
            Set<ResourceId> seen = new HashSet<>();
            for (ResourceId resource : state.map().pipeResources().getOrDefault(pipe.id(), List.of())) {
                if (seen.add(resource)) {
                    usersPipes
                            .computeIfAbsent(new Key(pipe.user(), resource), key -> new ArrayList<>())
                            .add(i);
                }
            }
        }
        Limits limits = new Limits(new HashMap<>(), new HashMap<>(), new HashMap<>());
        for (ResourceControl control : state.resourceControls()) {
            collect(control, state, usersPipes.keySet(), limits);
        }
        List<Constraint> constraints = new ArrayList<>();
        usersPipes.forEach((key, members) -> {
            addIfAny(constraints, ConstraintKind.BOUND, key, limits.bounds().get(key), members);
            addIfAny(
                    constraints,
                    ConstraintKind.GUARANTEE,
                    key,
                    limits.guarantees().get(key),
                    members);
        });
        return new WorkedOut(List.copyOf(constraints), shares(state, usersPipes, limits));
    }

    private static void addIfAny(
            List<Constraint> constraints,
            ConstraintKind kind,
            Key key,
            @Nullable Double limitBps,
            List<Integer> members) {
        if (limitBps != null) {
            constraints.add(new Constraint(kind, key.user(), key.resource(), limitBps, toIndexes(members)));
        }
    }

    private static int[] toIndexes(List<Integer> members) {
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void collect(ResourceControl control, StateSnapshot state, Set<Key> keys, Limits limits) {
        ResourceSet set = state.resourceSets().get(control.resourceSet());
        if (set == null) {
            return;
        }
        for (Key key : keys) {
            if (!key.user().equals(control.user()) || !state.isIn(set, key.resource())) {
                continue;
            }
            switch (control) {
                case Bound bound -> {
                    double boundBps = state.boundBps(bound, key.resource());
                    if (boundBps > 0) {
                        limits.bounds().merge(key, boundBps, Math::min);
                    }
                }
                case Guarantee guarantee -> limits.guarantees().merge(key, guarantee.minBps(), Math::max);
                case RelativeWeight weight -> limits.weights().merge(key, weight.weight(), Math::max);
            }
        }
    }

    /// The resources on which at least one user has a relative weight; those of the others there count as 1.
    private static List<ShareGroup> shares(StateSnapshot state, Map<Key, List<Integer>> usersPipes, Limits limits) {
        Map<Key, Double> weights = limits.weights();
        Set<ResourceId> weighted = new HashSet<>();
        weights.keySet().forEach(key -> weighted.add(key.resource()));
        Map<ResourceId, List<ShareGroup.Member>> members = new TreeMap<>();
        usersPipes.forEach((key, pipes) -> {
            if (weighted.contains(key.resource())) {
                members.computeIfAbsent(key.resource(), id -> new ArrayList<>())
                        .add(new ShareGroup.Member(key.user(), weights.getOrDefault(key, 1.0), toIndexes(pipes)));
            }
        });
        List<ShareGroup> groups = new ArrayList<>();
        members.forEach((resource, users) -> {
            if (users.size() > 1) {
                groups.add(new ShareGroup(resource, state.knownCapacityBps(resource), users));
            }
        });
        return List.copyOf(groups);
    }
}
