// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.AneProperties;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The paths of the needed pairs as one answer gives them, whatever service it came from.
///
/// @param paths names of network elements for each needed pair that the answer has
/// @param anes properties of the elements; names hold in this answer only
record PathAnswer(SortedMap<AddressPair, List<String>> paths, SortedMap<String, AneProperties> anes) {
    static final PathAnswer EMPTY = new PathAnswer(new TreeMap<>(), new TreeMap<>());
}
