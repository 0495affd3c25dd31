// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.util.EnumMap;
import java.util.Map;

/// How often what happened.
final class Happenings {
    private final Map<Happening, Integer> counts = new EnumMap<>(Happening.class);

    void add(Happening happening) {
        counts.merge(happening, 1, Integer::sum);
    }

    void addAll(Happenings others) {
        others.counts.forEach((happening, count) -> counts.merge(happening, count, Integer::sum));
    }

    int of(Happening happening) {
        return counts.getOrDefault(happening, 0);
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
