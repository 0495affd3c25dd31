// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// A path-vector answer whose two parts fit together (RFC 9275 §7.2.6, §7.3.6).
///
/// @param root the paths; the same object as before where only properties changed
/// @param anes properties of each network element that is in a path; nothing known of it is an empty record
/// @param mapDependent versions that the property map rests on
/// @param faults of both parts and of joining them
/// @param untagged whether no version tag binds the parts, because one of them has none
/// @param <K> names of the ends: [Address], or String for PIDs
public record PathVectorDocument<K extends Comparable<? super K>>(
        PathVectorPaths<K> root,
        SortedMap<String, AneProperties> anes,
        List<VersionTag> mapDependent,
        FaultCounts faults,
        boolean untagged) {
    public PathVectorDocument {
        anes = Frozen.map(anes);
        mapDependent = List.copyOf(mapDependent);
    }

    /// Version of the paths; null if the server sends none.
    public @Nullable VersionTag vtag() {
        return root.vtag();
    }

    /// Versions that the paths rest on.
    public List<VersionTag> dependent() {
        return root.dependent();
    }

    /// Always that of path vectors.
    public CostType costType() {
        return root.costType();
    }

    /// Names of network elements by source and destination.
    public SortedMap<K, SortedMap<K, List<String>>> paths() {
        return root.paths();
    }
}
