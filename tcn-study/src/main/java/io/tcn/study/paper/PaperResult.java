// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Everything that a study found.
///
/// @param plan what was run
/// @param rows one per claim
/// @param sensitivity one per point of the sweep; empty if it was left out
/// @param theorems what section 4.2 proves
/// @param figures SVG files by name
public record PaperResult(
        Study.Plan plan,
        List<ClaimRow> rows,
        List<Sensitivity.Row> sensitivity,
        List<TheoremCheck> theorems,
        SortedMap<String, String> figures) {
    public PaperResult {
        rows = List.copyOf(rows);
        sensitivity = List.copyOf(sensitivity);
        theorems = List.copyOf(theorems);
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }
}
