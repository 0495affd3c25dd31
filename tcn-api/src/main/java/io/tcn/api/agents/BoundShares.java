// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ShapedBound;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Divides each bound among the places that work under it, as the connections of their running transfers are to all:
/// so what they move together keeps the bound. Pure.
///
/// Invariant: the shares of a bound add up to the bound, as long as anything runs under it.
final class BoundShares {
    private BoundShares() {}

    /// What all pipes of a user share at a resource.
    private record Shared(UserId user, ResourceId resource) {}

    /// @param bounds by pipe
    /// @param running connections of running transfers by place and pipe
    /// @return by place, for each pipe that runs there and has bounds
    static Map<String, Map<PipeId, List<ShapedBound>>> of(
            Map<PipeId, List<ShapedBound>> bounds, Map<String, Map<PipeId, Integer>> running) {
        Map<Shared, Integer> all = new HashMap<>();
        Map<String, Map<Shared, Integer>> ofPlace = new HashMap<>();
        running.forEach((place, pipes) -> pipes.forEach((pipe, count) -> {
            for (ShapedBound bound : bounds.getOrDefault(pipe, List.of())) {
                Shared shared = new Shared(bound.user(), bound.resource());
                all.merge(shared, count, Integer::sum);
                ofPlace.computeIfAbsent(place, first -> new HashMap<>()).merge(shared, count, Integer::sum);
            }
        }));
        Map<String, Map<PipeId, List<ShapedBound>>> shares = new TreeMap<>();
        running.forEach((place, pipes) -> pipes.forEach((pipe, count) -> {
            List<ShapedBound> own = bounds.getOrDefault(pipe, List.of()).stream()
                    .map(bound -> share(bound, all, ofPlace.getOrDefault(place, Map.of())))
                    .toList();
            if (count > 0 && !own.isEmpty()) {
                shares.computeIfAbsent(place, first -> new TreeMap<>()).put(pipe, own);
            }
        }));
        return shares;
    }

    /// What one place has of the bounds of one pipe that runs there. Cost: O(bounds of all pipes that run).
    ///
    /// @param bounds by pipe
    /// @param running as above
    static List<ShapedBound> of(
            String place,
            PipeId pipe,
            Map<PipeId, List<ShapedBound>> bounds,
            Map<String, Map<PipeId, Integer>> running) {
        List<ShapedBound> own = bounds.getOrDefault(pipe, List.of());
        Map<Shared, Integer> all = new HashMap<>();
        Map<Shared, Integer> here = new HashMap<>();
        own.forEach(bound -> all.put(new Shared(bound.user(), bound.resource()), 0));
        running.forEach((where, pipes) -> pipes.forEach((other, count) -> {
            for (ShapedBound bound : bounds.getOrDefault(other, List.of())) {
                Shared shared = new Shared(bound.user(), bound.resource());
                if (all.computeIfPresent(shared, (known, sum) -> sum + count) != null && where.equals(place)) {
                    here.merge(shared, count, Integer::sum);
                }
            }
        }));
        return own.stream().map(bound -> share(bound, all, here)).toList();
    }

    private static ShapedBound share(ShapedBound bound, Map<Shared, Integer> all, Map<Shared, Integer> own) {
        Shared shared = new Shared(bound.user(), bound.resource());
        int total = all.getOrDefault(shared, 0);
        int here = own.getOrDefault(shared, 0);
        return total <= here || here == 0
                ? bound
                : new ShapedBound(bound.user(), bound.resource(), bound.maxBps() * here / total);
    }
}
