// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a resource can do. A capability that was not named is off, or an empty list.
///
/// @param costTypeNames names of cost types in the directory's list
/// @param costConstraints whether constraints may be sent
/// @param maxCostTypes most cost types in one request, 0 where several are not supported (RFC 8189 §4.1)
/// @param testableCostTypeNames names of cost types that constraints may test
/// @param anePropertyNames properties of network elements that may be asked for (RFC 9275 §7.2.4)
/// @param propTypes properties of endpoints that may be asked for; some servers name them `properties`
/// @param mappings properties of each entity domain (RFC 9240 §7.4)
/// @param supportStreamControl whether an update stream may be changed while it runs
/// @param incrementalChangeMediaTypes formats of patches for each resource (RFC 8895 §6.3)
/// @param calendarAttributes costs over time
public record Capabilities(
        List<String> costTypeNames,
        boolean costConstraints,
        int maxCostTypes,
        List<String> testableCostTypeNames,
        List<String> anePropertyNames,
        List<String> propTypes,
        SortedMap<String, List<String>> mappings,
        boolean supportStreamControl,
        SortedMap<String, List<MediaType>> incrementalChangeMediaTypes,
        List<CalendarAttributes> calendarAttributes) {
    /// None.
    public static final Capabilities NONE = new Capabilities(
            List.of(), false, 0, List.of(), List.of(), List.of(), new TreeMap<>(), false, new TreeMap<>(), List.of());

    public Capabilities {
        costTypeNames = List.copyOf(costTypeNames);
        testableCostTypeNames = List.copyOf(testableCostTypeNames);
        anePropertyNames = List.copyOf(anePropertyNames);
        propTypes = List.copyOf(propTypes);
        mappings = Frozen.map(mappings, List::copyOf);
        incrementalChangeMediaTypes = Frozen.map(incrementalChangeMediaTypes, List::copyOf);
        calendarAttributes = List.copyOf(calendarAttributes);
    }
}
