// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.ChangedValues;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// How one network map differs from an earlier one.
///
/// @param from version of the earlier map
/// @param to version of the later map
/// @param added resources that the earlier one did not have
/// @param removed resources that the later one does not have
/// @param capacities resources that both have, with capacities that differ
/// @param remapped pipes that use other resources than before, those that are new or gone included
public record NetworkMapChange(
        MapVersion from,
        MapVersion to,
        SortedSet<ResourceId> added,
        SortedSet<ResourceId> removed,
        SortedMap<ResourceId, Capacities> capacities,
        SortedSet<PipeId> remapped) {
    /// The capacity of a resource before and after, in bit/s; null where it was or is not known.
    public record Capacities(
            @Nullable Double fromBps, @Nullable Double toBps) {}

    public NetworkMapChange {
        added = Collections.unmodifiableSortedSet(new TreeSet<>(added));
        removed = Collections.unmodifiableSortedSet(new TreeSet<>(removed));
        capacities = Collections.unmodifiableSortedMap(new TreeMap<>(capacities));
        remapped = Collections.unmodifiableSortedSet(new TreeSet<>(remapped));
    }

    /// What is different. Parts that both maps share are not looked into.
    @SuppressWarnings("ReferenceEquality") // shared parts are the usual case
    public static NetworkMapChange between(NetworkMapSnapshot before, NetworkMapSnapshot after) {
        SortedSet<ResourceId> added = new TreeSet<>();
        SortedSet<ResourceId> removed = new TreeSet<>();
        SortedMap<ResourceId, Capacities> capacities = new TreeMap<>();
        SortedSet<PipeId> remapped = new TreeSet<>();
        Optional<Map<ResourceId, Resource>> changed = ChangedValues.between(before.resources(), after.resources());
        if (changed.isPresent()) {
            changed.get().forEach((id, now) -> {
                Resource was = Objects.requireNonNull(before.resources().get(id));
                if (!Objects.equals(was.capacityBps(), now.capacityBps())) {
                    capacities.put(id, new Capacities(was.capacityBps(), now.capacityBps()));
                }
            });
        } else {
            after.resources().forEach((id, now) -> {
                Resource was = before.resources().get(id);
                if (was == null) {
                    added.add(id);
                } else if (!Objects.equals(was.capacityBps(), now.capacityBps())) {
                    capacities.put(id, new Capacities(was.capacityBps(), now.capacityBps()));
                }
            });
            for (ResourceId id : before.resources().keySet()) {
                if (!after.resources().containsKey(id)) {
                    removed.add(id);
                }
            }
        }
        if (before.pipeResources() != after.pipeResources()) {
            for (Map.Entry<PipeId, List<ResourceId>> entry :
                    after.pipeResources().entrySet()) {
                if (!entry.getValue().equals(before.pipeResources().get(entry.getKey()))) {
                    remapped.add(entry.getKey());
                }
            }
            for (PipeId pipe : before.pipeResources().keySet()) {
                if (!after.pipeResources().containsKey(pipe)) {
                    remapped.add(pipe);
                }
            }
        }
        return new NetworkMapChange(before.version(), after.version(), added, removed, capacities, remapped);
    }

    /// In short, for logs: `2 resources added, 1 capacity changed (link:x 10 -> 5 Gbit/s), 3 pipes remapped`.
    @Override
    public String toString() {
        return "map " + from.value() + " -> " + to.value() + ": " + added.size() + " resources added, "
                + removed.size() + " removed, " + capacities.size() + " capacities changed" + firstCapacity() + ", "
                + remapped.size() + " pipes remapped";
    }

    private String firstCapacity() {
        if (capacities.isEmpty()) {
            return "";
        }
        ResourceId first = capacities.firstKey();
        Capacities change = Objects.requireNonNull(capacities.get(first));
        return " (" + first + " " + gbps(change.fromBps()) + " -> " + gbps(change.toBps()) + " Gbit/s"
                + (capacities.size() > 1 ? ", ..." : "") + ")";
    }

    private static String gbps(@Nullable Double bps) {
        return bps == null ? "unknown" : String.valueOf(bps / 1e9);
    }
}
