// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.AneProperties;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The paths of the needed pairs as a server gives them, whatever service they come from.
///
/// Where several requests were needed, the names of each answer carry its number in front, so that equal names of two
/// answers are not taken for the same element (RFC 9275 §5.1.2).
///
/// @param paths names of network elements for each needed pair that the answer has
/// @param anes properties of the elements; names hold in this answer only
/// @param namesLast whether the names are our own and outlive the answer
record PathAnswer(
        SortedMap<AddressPair, List<String>> paths, SortedMap<String, AneProperties> anes, boolean namesLast) {
    /// No character of the name of an element.
    private static final char BATCH_END = '#';

    PathAnswer(SortedMap<AddressPair, List<String>> paths, SortedMap<String, AneProperties> anes) {
        this(paths, anes, false);
    }

    static PathAnswer empty() {
        return new PathAnswer(new TreeMap<>(), new TreeMap<>());
    }

    /// Takes in one of several answers.
    ///
    /// @param batch its number
    void add(int batch, PathAnswer other) {
        String front = Integer.toString(batch) + BATCH_END;
        Map<List<String>, List<String>> shared = new HashMap<>();
        other.paths.forEach((pair, names) -> paths.put(
                pair,
                shared.computeIfAbsent(
                        names, plain -> plain.stream().map(front::concat).toList())));
        other.anes.forEach((name, properties) -> anes.put(front.concat(name), properties));
    }

    /// The number of the answer that a name comes from; the same for all names of a single one. A later answer has a
    /// greater one.
    static int numberOf(String name) {
        int end = name.indexOf(BATCH_END);
        return end < 0 ? 0 : Integer.parseInt(name, 0, end, 10);
    }

    /// Which of several answers a name comes from; the same for all names of a single one.
    static String batchOf(String name) {
        return name.substring(0, name.indexOf(BATCH_END) + 1);
    }
}
