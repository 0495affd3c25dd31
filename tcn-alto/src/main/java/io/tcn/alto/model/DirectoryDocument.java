// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// A directory of resources (RFC 7285 §9.2).
///
/// @param costTypes cost types by the names that hold in this directory
/// @param defaultNetworkMap id of the network map to take where none is named; null if the directory has none
/// @param entries what it lists, by id
/// @param skipped entries and cost types that could not be read, each with the reason
public record DirectoryDocument(
        SortedMap<String, CostType> costTypes,
        @Nullable String defaultNetworkMap,
        List<DirectoryEntry> entries,
        List<String> skipped) {
    public DirectoryDocument {
        costTypes = Frozen.map(costTypes);
        entries = List.copyOf(entries);
        skipped = List.copyOf(skipped);
    }

    /// The entry with this id.
    public Optional<DirectoryEntry> find(String id) {
        return entries.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }
}
