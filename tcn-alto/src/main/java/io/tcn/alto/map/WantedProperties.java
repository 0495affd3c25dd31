// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.AneProperties;
import java.util.ArrayList;
import java.util.List;

/// The properties of network elements that are asked for, as far as a server offers them.
final class WantedProperties {
    private WantedProperties() {}

    static List<String> of(CapacityRule capacities) {
        List<String> all = new ArrayList<>(capacities.names());
        all.add(AneProperties.PERSISTENT_ENTITY_ID);
        all.add(ResourceFacts.KIND);
        all.add(ResourceFacts.LABEL);
        return all.stream().distinct().toList();
    }
}
