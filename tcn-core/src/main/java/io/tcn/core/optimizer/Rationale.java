// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Why a decision is what it is: a reason and the numbers behind it.
///
/// @param reason the reason
/// @param figures named numbers, in the order of their names
public record Rationale(Reason reason, SortedMap<String, Double> figures) {
    public Rationale {
        figures = figures.isEmpty()
                ? Collections.emptySortedMap()
                : Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }

    public static Rationale of(Reason reason) {
        return new Rationale(reason, Collections.emptySortedMap());
    }

    public static Rationale of(Reason reason, Map<String, Double> figures) {
        return new Rationale(reason, new TreeMap<>(figures));
    }

    /// One line for people: `step along the gradient (gradient=0.4, momentum=1.2)`.
    public String inWords() {
        if (figures.isEmpty()) {
            return reason.words();
        }
        StringBuilder text = new StringBuilder(reason.words()).append(" (");
        String between = "";
        for (Map.Entry<String, Double> figure : figures.entrySet()) {
            text.append(between).append(figure.getKey()).append('=');
            FourDigits.append(text, figure.getValue());
            between = ", ";
        }
        return text.append(')').toString();
    }
}
