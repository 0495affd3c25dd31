// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/// How often each soft fault was met in a message.
///
/// @param counts only those that were met, each at least 1
public record FaultCounts(Map<Fault, Integer> counts) {
    /// No fault at all.
    public static final FaultCounts NONE = new FaultCounts(Map.of());

    public FaultCounts {
        Map<Fault, Integer> copy = new EnumMap<>(Fault.class);
        counts.forEach((fault, count) -> {
            if (count < 1) {
                throw new IllegalArgumentException("count of " + fault + " is " + count + ", at least 1 is allowed");
            }
            copy.put(fault, count);
        });
        counts = Collections.unmodifiableMap(copy);
    }

    /// How often this one was met.
    public int of(Fault fault) {
        return counts.getOrDefault(fault, 0);
    }

    /// These and those together.
    public FaultCounts plus(FaultCounts others) {
        if (others.counts.isEmpty()) {
            return this;
        }
        Map<Fault, Integer> sum = new EnumMap<>(Fault.class);
        sum.putAll(counts);
        others.counts.forEach((fault, count) -> sum.merge(fault, count, Integer::sum));
        return new FaultCounts(sum);
    }
}
