// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// What was found for a family.
///
/// @param family which
/// @param names per optimizer that was asked for, in that order, the one that ran for it
/// @param seeds its members
record FamilyResult(Family family, Map<String, String> names, List<SeedResult> seeds) {
    FamilyResult {
        seeds = List.copyOf(seeds);
    }

    /// The optimizers that were asked for and are there.
    List<String> optimizers() {
        return List.copyOf(names.keySet());
    }

    /// A figure of an optimizer over the seeds.
    Percentiles percentiles(String optimizer, RunFigures.Kind kind) {
        String ran = names.get(optimizer);
        if (ran == null) {
            throw new IllegalArgumentException("optimizer " + optimizer + " did not run");
        }
        return percentiles(seed -> {
            RunFigures figures = seed.figures().get(ran);
            return figures == null ? Double.NaN : figures.get(kind);
        });
    }

    /// Something of the members.
    Percentiles percentiles(ToDoubleFunction<SeedResult> value) {
        return Percentiles.of(seeds.stream().mapToDouble(value).toArray());
    }
}
