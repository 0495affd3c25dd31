// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a source of the network map says of a resource for people and for patterns of resource-sets; no decision of
/// the control loop hangs on it.
///
/// @param label its name where it comes from, which may hold characters that no [ResourceId] has; null if it has none
/// @param source who told of it, such as the name of an ALTO server; empty where nobody did
/// @param properties further properties as text, by name
public record ResourceDescription(@Nullable String label, String source, SortedMap<String, String> properties) {
    /// Nothing is said.
    public static final ResourceDescription NONE = new ResourceDescription(null, "", Collections.emptySortedMap());

    public ResourceDescription {
        properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    }
}
