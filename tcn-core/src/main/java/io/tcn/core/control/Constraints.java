// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.Resource;
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
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/// Works out the bounds of all users against the present network map: one constraint per user and resource that at
/// least one of the user's pipes uses. Where several bounds meet, the least holds.
///
/// It remembers the last result, because maps and controls change far more seldom than intervals pass. Cost
/// otherwise: O(bounds x (resources + total path length)). Used by one thread.
final class Constraints {
    private record Key(UserId user, ResourceId resource) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byUser = user.compareTo(other.user);
            return byUser != 0 ? byUser : resource.compareTo(other.resource);
        }
    }

    private List<Object> lastInput = List.of();
    private List<Constraint> last = List.of();

    /// @param pipes the pipes in the order of the observation
    List<Constraint> of(StateSnapshot state, List<Pipe> pipes) {
        List<Object> input = List.of(state.resourceControls(), state.resourceSets(), state.map(), pipes);
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

    private static List<Constraint> workOut(StateSnapshot state, List<Pipe> pipes) {
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
        Map<Key, Double> bounds = new HashMap<>();
        for (ResourceControl control : state.resourceControls()) {
            switch (control) {
                case Bound bound -> collect(bound, state, usersPipes, bounds);
                case RelativeWeight _ -> {
                    // Relative weights need prices; until then the server refuses them, see docs/operations.md.
                }
            }
        }
        List<Constraint> constraints = new ArrayList<>();
        usersPipes.forEach((key, members) -> {
            Double boundBps = bounds.get(key);
            if (boundBps != null) {
                constraints.add(new Constraint(
                        key.user(),
                        key.resource(),
                        boundBps,
                        members.stream().mapToInt(Integer::intValue).toArray()));
            }
        });
        return List.copyOf(constraints);
    }

    private static void collect(
            Bound bound, StateSnapshot state, Map<Key, List<Integer>> usersPipes, Map<Key, Double> bounds) {
        ResourceSet set = state.resourceSets().get(bound.resourceSet());
        if (set == null) {
            return;
        }
        for (Key key : usersPipes.keySet()) {
            if (!key.user().equals(bound.user()) || !set.contains(key.resource())) {
                continue;
            }
            Resource resource = state.map().resources().get(key.resource());
            OptionalDouble capacityBps = resource == null ? OptionalDouble.empty() : resource.knownCapacityBps();
            double boundBps = switch (bound.limit()) {
                case Bound.Rate rate -> rate.maxBps();
                case Bound.CapacityShare share ->
                    capacityBps.isPresent() ? share.share() * capacityBps.getAsDouble() : 0;
            };
            if (boundBps > 0) {
                bounds.merge(key, boundBps, Math::min);
            }
        }
    }
}
