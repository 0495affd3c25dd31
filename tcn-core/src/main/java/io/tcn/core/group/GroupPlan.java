// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.group;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The order in which groups go, and what is to be expected of each.
public final class GroupPlan {
    /// Nothing is in a group.
    public static final GroupPlan NONE = new GroupPlan(List.of(), Collections.emptySortedMap());

    private final List<Place> places;
    private final SortedMap<PipeId, List<GroupId>> byPipe;
    private final Map<GroupId, Integer> ranks;

    /// What becomes of a deadline.
    public enum Deadline {
        /// There is none.
        NONE,
        /// It is met if the network carries what its capacities say.
        MET,
        /// The group alone could meet it, but others go before that would miss theirs otherwise.
        MISSED,
        /// Not even the group alone can meet it.
        IMPOSSIBLE
    }

    /// One group in its place.
    ///
    /// @param group the group
    /// @param bottleneck what takes longest for it, in words; null if nothing is left of it
    /// @param aloneSeconds time that its bottleneck needs for it at full capacity: no order is faster
    /// @param expectedSeconds time until it is done if its bottlenecks carry at full capacity those before it first
    /// @param deadline what becomes of its deadline
    public record Place(
            GroupId group,
            @Nullable String bottleneck,
            double aloneSeconds,
            double expectedSeconds,
            Deadline deadline) {}

    private GroupPlan(List<Place> places, SortedMap<PipeId, List<GroupId>> byPipe) {
        this.places = List.copyOf(places);
        this.byPipe = Collections.unmodifiableSortedMap(new TreeMap<>(byPipe));
        this.ranks = HashMap.newHashMap(places.size());
        for (Place place : places) {
            ranks.put(place.group(), ranks.size() + 1);
        }
    }

    /// The plan of groups in a given order.
    static GroupPlan of(List<Place> places, Map<GroupId, GroupLoad> loads) {
        SortedMap<PipeId, List<GroupId>> byPipe = new TreeMap<>();
        for (Place place : places) {
            GroupLoad load = loads.get(place.group());
            if (load != null) {
                load.bytes()
                        .keySet()
                        .forEach(pipe -> byPipe.computeIfAbsent(pipe, none -> new ArrayList<>())
                                .add(place.group()));
            }
        }
        byPipe.replaceAll((pipe, groups) -> List.copyOf(groups));
        return new GroupPlan(places, byPipe);
    }

    /// The groups, the first one first.
    public List<Place> places() {
        return places;
    }

    /// For each pipe those of its groups, the first one first.
    public SortedMap<PipeId, List<GroupId>> byPipe() {
        return byPipe;
    }

    /// The place of a group, from 1; 0 for one that the plan does not know.
    public int rankOf(GroupId group) {
        return ranks.getOrDefault(group, 0);
    }

    /// What is to be expected of a group; empty for one that the plan does not know.
    public Optional<Place> placeOf(GroupId group) {
        int rank = rankOf(group);
        return rank == 0 ? Optional.empty() : Optional.of(places.get(rank - 1));
    }
}
