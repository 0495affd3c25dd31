// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.EndpointPairs;
import java.util.List;

/// A question about paths that an update stream can follow.
///
/// @param stream id of the service that brings changes
/// @param resource id of the path-vector resource
/// @param pairs sources and destinations
/// @param properties of the elements
record StreamQuery(String stream, String resource, EndpointPairs pairs, List<String> properties) {
    StreamQuery {
        properties = List.copyOf(properties);
    }
}
