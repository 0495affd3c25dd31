// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.Fault;
import io.tcn.alto.model.FaultCounts;
import java.util.EnumMap;
import java.util.Map;

/// Counts soft faults while one message is read.
final class Faults {
    private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);

    void add(Fault fault) {
        counts.merge(fault, 1, Integer::sum);
    }

    FaultCounts counts() {
        return new FaultCounts(counts);
    }
}
