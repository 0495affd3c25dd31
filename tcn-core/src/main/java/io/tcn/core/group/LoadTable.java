// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.group;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.core.state.StateSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How long each group keeps each bottleneck busy, in seconds at full capacity: one row per group, one column per
/// bottleneck. A bottleneck is a resource of the map whose capacity is known, a bound of a user on a resource,
/// all the connections that a pipe may have, or, for a pipe of which none of these is known, a side of one of
/// its endpoints.
///
/// Nobody knows what such a side carries: it counts as [#UNKNOWN_SIDE_BPS]. Among groups that only such sides
/// hold, any number gives the same order.
final class LoadTable {
    /// Stands for the capacity of an endpoint's side of which nothing is known, in bit/s.
    static final double UNKNOWN_SIDE_BPS = 10e9;

    private static final double BITS_PER_BYTE = 8;

    /// A user on a resource.
    private record Place(UserId user, ResourceId resource) {}

    private final StateSnapshot state;
    private final List<Bound> bounds;
    private final Map<Place, OptionalDouble> boundBps = new HashMap<>();
    private final List<String> bottlenecks = new ArrayList<>();
    private final Map<String, Integer> columns = new HashMap<>();
    private final List<int[]> used = new ArrayList<>();
    private final List<double[]> seconds = new ArrayList<>();

    /// @param groups the groups, in the order of the table's rows
    LoadTable(List<GroupLoad> groups, StateSnapshot state) {
        this.state = state;
        this.bounds = state.resourceControls().stream()
                .filter(Bound.class::isInstance)
                .map(Bound.class::cast)
                .toList();
        for (GroupLoad group : groups) {
            TreeMap<Integer, Double> row = new TreeMap<>();
            group.bytes().forEach((pipe, bytes) -> {
                if (bytes > 0) {
                    add(row, pipe, bytes * BITS_PER_BYTE);
                }
            });
            used.add(row.keySet().stream().mapToInt(Integer::intValue).toArray());
            seconds.add(row.values().stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    /// Number of groups.
    int groups() {
        return used.size();
    }

    /// Number of bottlenecks.
    int bottlenecks() {
        return bottlenecks.size();
    }

    /// A bottleneck in words.
    String nameOf(int bottleneck) {
        return bottlenecks.get(bottleneck);
    }

    /// The bottlenecks that a group uses, ascending.
    int[] usedBy(int group) {
        return used.get(group);
    }

    /// How long a group keeps each of its bottlenecks busy, in the order of [#usedBy].
    double[] secondsOf(int group) {
        return seconds.get(group);
    }

    /// How long a group keeps a bottleneck busy; 0 for one that it does not use.
    double secondsOf(int group, int bottleneck) {
        int at = Arrays.binarySearch(used.get(group), bottleneck);
        return at < 0 ? 0 : seconds.get(group)[at];
    }

    private void add(Map<Integer, Double> row, PipeId id, double bits) {
        Pipe pipe = state.pipes().get(id);
        boolean known = false;
        for (ResourceId resource : state.map().pipeResources().getOrDefault(id, List.of())) {
            double capacity = state.knownCapacityBps(resource).orElse(0);
            if (capacity > 0) {
                known = true;
                count(row, resource.value(), bits / capacity);
            }
            OptionalDouble bound = pipe == null ? OptionalDouble.empty() : boundOf(pipe.user(), resource);
            if (pipe != null && bound.isPresent()) {
                known = true;
                count(row, "the bound of " + pipe.user() + " on " + resource, bits / bound.getAsDouble());
            }
        }
        double most = pipe == null ? 0 : ownMostBps(pipe);
        if (most > 0) {
            known = true;
            count(row, "the connections of pipe " + id, bits / most);
        }
        if (!known) {
            addSides(row, id, pipe, bits / UNKNOWN_SIDE_BPS);
        }
    }

    /// What the most connections of a pipe carry if one carries what the map says; 0 if it says nothing of that.
    private double ownMostBps(Pipe pipe) {
        double ceiling = state.map().pipeResources().getOrDefault(pipe.id(), List.of()).stream()
                .map(resource -> state.map().resources().get(resource))
                .filter(Objects::nonNull)
                .map(Resource::connectionCeilingBps)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(0);
        return ceiling * pipe.limits().maxConnections();
    }

    private void addSides(Map<Integer, Double> row, PipeId id, @Nullable Pipe pipe, double seconds) {
        if (pipe == null) {
            count(row, "pipe " + id, seconds);
        } else {
            count(row, "reading from " + pipe.source().storage(), seconds);
            count(row, "writing to " + pipe.destination().storage(), seconds);
        }
    }

    /// The smallest bound of a user on a resource in bit/s; empty if none says anything.
    private OptionalDouble boundOf(UserId user, ResourceId resource) {
        return boundBps.computeIfAbsent(
                new Place(user, resource),
                place -> bounds.stream()
                        .filter(bound -> bound.user().equals(user))
                        .filter(bound -> {
                            ResourceSet set = state.resourceSets().get(bound.resourceSet());
                            return set != null && state.isIn(set, resource);
                        })
                        .mapToDouble(bound -> state.boundBps(bound, resource))
                        .filter(bps -> bps > 0)
                        .min());
    }

    private void count(Map<Integer, Double> row, String bottleneck, double busy) {
        int column = columns.computeIfAbsent(bottleneck, fresh -> {
            bottlenecks.add(fresh);
            return bottlenecks.size() - 1;
        });
        row.merge(column, busy, Double::sum);
    }
}
