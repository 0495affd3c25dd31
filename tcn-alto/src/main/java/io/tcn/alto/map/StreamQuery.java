// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import java.util.List;

/// A question about paths that an update stream can follow.
///
/// @param resource id of the path-vector resource
/// @param sources all sources
/// @param destinations all destinations
/// @param properties properties of the elements
record StreamQuery(String resource, List<Address> sources, List<Address> destinations, List<String> properties) {
    StreamQuery {
        sources = List.copyOf(sources);
        destinations = List.copyOf(destinations);
        properties = List.copyOf(properties);
    }
}
