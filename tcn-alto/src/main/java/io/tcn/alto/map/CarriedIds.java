// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/// Finds the resources of the map before among the network elements of a new answer that has other names for them.
///
/// The signature of an element is the set of pairs that cross it, as far as both maps have them. Equal signatures that
/// are not empty are the same resource. Several with one signature, links in series, are told apart by the nearest
/// capacity, then by their place along the path. Neither names nor the order of an answer play a part.
///
/// Cost: O(total path length), and k log k for k elements with one signature and comparisons of each with each.
final class CarriedIds {
    /// More elements than this with one signature are paired in the order of capacity and place.
    private static final int MAX_PAIRWISE = 64;

    /// The pairs that cross something, as indexes in ascending order; equal by content.
    private static final class Signature {
        private int[] pairs = new int[4];
        private int size;

        void add(int pair) {
            if (size > 0 && pairs[size - 1] == pair) {
                return;
            }
            if (size == pairs.length) {
                pairs = Arrays.copyOf(pairs, 2 * size);
            }
            pairs[size++] = pair;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Signature that && Arrays.equals(pairs, 0, size, that.pairs, 0, that.size);
        }

        @Override
        public int hashCode() {
            int hash = 1;
            for (int i = 0; i < size; i++) {
                hash = 31 * hash + pairs[i];
            }
            return hash;
        }
    }

    /// One element of a map.
    ///
    /// @param key its id or name
    /// @param capacityBps its capacity in bit/s, NaN where it is not known
    /// @param place where it stands in the path of the first pair that crosses it
    private record Item<T>(T key, double capacityBps, int place) {}

    private record Match(Item<ResourceId> old, Item<String> now) {
        /// Relative difference of the capacities; as good as none where both are not known.
        double distance() {
            boolean oldKnown = !Double.isNaN(old.capacityBps());
            boolean nowKnown = !Double.isNaN(now.capacityBps());
            if (!oldKnown || !nowKnown) {
                return oldKnown == nowKnown ? 0 : Double.MAX_VALUE;
            }
            double greater = Math.max(old.capacityBps(), now.capacityBps());
            return greater == 0 ? 0 : Math.abs(old.capacityBps() - now.capacityBps()) / greater;
        }

        int shift() {
            return Math.abs(old.place() - now.place());
        }
    }

    private final SortedMap<AddressPair, List<String>> paths;
    private final Function<String, OptionalDouble> capacities;
    private final ServerMap before;
    private final Set<ResourceId> taken;

    /// @param paths the new answer
    /// @param capacities of its elements in bit/s
    /// @param before the map in force
    /// @param taken resources that are found already
    CarriedIds(
            SortedMap<AddressPair, List<String>> paths,
            Function<String, OptionalDouble> capacities,
            ServerMap before,
            Set<ResourceId> taken) {
        this.paths = paths;
        this.capacities = capacities;
        this.before = before;
        this.taken = taken;
    }

    /// @param found names that need no resource any more
    /// @return resources by the name of the element that they are now; elements that are new are missing
    Map<String, ResourceId> match(Set<String> found) {
        Map<ResourceId, Signature> oldSignatures = new HashMap<>();
        Map<String, Signature> newSignatures = new HashMap<>();
        Map<ResourceId, Integer> oldPlaces = new HashMap<>();
        Map<String, Integer> newPlaces = new HashMap<>();
        int index = 0;
        for (Map.Entry<AddressPair, List<String>> entry : paths.entrySet()) {
            PairPath old = before.pairs().get(entry.getKey());
            if (old == null || !old.isKnown()) {
                continue;
            }
            sign(old.path(), index, oldSignatures, oldPlaces);
            sign(entry.getValue(), index, newSignatures, newPlaces);
            index++;
        }
        oldSignatures.keySet().removeAll(taken);
        newSignatures.keySet().removeAll(found);
        Map<Signature, List<Item<ResourceId>>> old = new HashMap<>();
        oldSignatures.forEach((id, signature) -> old.computeIfAbsent(signature, first -> new ArrayList<>())
                .add(new Item<>(id, oldCapacity(id), oldPlaces.getOrDefault(id, 0))));
        Map<Signature, List<Item<String>>> now = new HashMap<>();
        newSignatures.forEach((name, signature) -> now.computeIfAbsent(signature, first -> new ArrayList<>())
                .add(new Item<>(name, capacities.apply(name).orElse(Double.NaN), newPlaces.getOrDefault(name, 0))));
        Map<String, ResourceId> ids = new HashMap<>();
        now.forEach((signature, items) -> {
            List<Item<ResourceId>> candidates = old.get(signature);
            if (candidates != null) {
                pair(candidates, items, ids);
            }
        });
        return ids;
    }

    private static <T> void sign(List<T> path, int pair, Map<T, Signature> signatures, Map<T, Integer> places) {
        for (int place = 0; place < path.size(); place++) {
            T element = path.get(place);
            signatures.computeIfAbsent(element, first -> new Signature()).add(pair);
            places.putIfAbsent(element, place);
        }
    }

    private double oldCapacity(ResourceId id) {
        Resource resource = before.resources().get(id);
        return resource == null ? Double.NaN : resource.knownCapacityBps().orElse(Double.NaN);
    }

    private static void pair(List<Item<ResourceId>> old, List<Item<String>> now, Map<String, ResourceId> ids) {
        if (old.size() == 1 && now.size() == 1) {
            ids.put(now.getFirst().key(), old.getFirst().key());
            return;
        }
        if (old.size() > MAX_PAIRWISE || now.size() > MAX_PAIRWISE) {
            old.sort(order());
            now.sort(order());
            for (int i = 0; i < Math.min(old.size(), now.size()); i++) {
                ids.put(now.get(i).key(), old.get(i).key());
            }
            return;
        }
        List<Match> matches = new ArrayList<>();
        old.forEach(was -> now.forEach(is -> matches.add(new Match(was, is))));
        matches.sort(Comparator.comparingDouble(Match::distance)
                .thenComparingInt(Match::shift)
                .thenComparing(match -> match.old().key())
                .thenComparingInt(match -> match.now().place()));
        Set<ResourceId> used = new HashSet<>();
        for (Match match : matches) {
            if (!ids.containsKey(match.now().key())
                    && used.add(Objects.requireNonNull(match.old().key()))) {
                ids.put(match.now().key(), match.old().key());
            }
        }
    }

    private static <T> Comparator<Item<T>> order() {
        return Comparator.<Item<T>>comparingDouble(Item::capacityBps).thenComparingInt(Item::place);
    }
}
