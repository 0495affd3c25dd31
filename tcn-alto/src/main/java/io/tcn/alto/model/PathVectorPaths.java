// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The root part of a path-vector answer: what each pair crosses, in order.
///
/// @param vtag version of this part; null if the server sends none
/// @param dependent versions that it rests on: the network map's, for paths between PIDs
/// @param costType always that of path vectors
/// @param paths names of network elements by source and destination, none of them twice in a path
/// @param names all names in the paths
/// @param costs the numbers beside the paths where several cost types were asked, else null
/// @param calendar when the paths hold, null if they are of now; of several intervals the first is kept
/// @param faults what was wrong and is used all the same
/// @param <K> names of the ends: [Address], or String for PIDs
public record PathVectorPaths<K extends Comparable<? super K>>(
        @Nullable VersionTag vtag,
        List<VersionTag> dependent,
        CostType costType,
        SortedMap<K, SortedMap<K, List<String>>> paths,
        Set<String> names,
        @Nullable CostMapDocument<K> costs,
        @Nullable Calendar calendar,
        FaultCounts faults) {
    public PathVectorPaths {
        dependent = List.copyOf(dependent);
        paths = Frozen.map(paths, Frozen::map);
        names = Collections.unmodifiableSet(new TreeSet<>(names));
    }

    /// What a pair crosses, empty if the answer has no path for it. A path without elements is a path.
    public Optional<List<String>> find(K source, K destination) {
        SortedMap<K, List<String>> row = paths.get(source);
        return row == null ? Optional.empty() : Optional.ofNullable(row.get(destination));
    }
}
