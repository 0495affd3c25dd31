// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

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

    /// The share of an optimizer in each interval, median over the seeds.
    List<Double> medianShares(String optimizer) {
        List<List<Double>> shares =
                seeds.stream().map(seed -> figuresOf(optimizer, seed).shares()).toList();
        return IntStream.range(0, shares.getFirst().size())
                .mapToObj(k -> Percentiles.of(shares.stream()
                                .mapToDouble(ofSeed -> ofSeed.get(k))
                                .toArray())
                        .median())
                .toList();
    }

    /// A figure of an optimizer over the seeds.
    Percentiles percentiles(String optimizer, RunFigures.Kind kind) {
        return percentiles(seed -> figuresOf(optimizer, seed).get(kind));
    }

    /// The least of a figure of an optimizer.
    double least(String optimizer, RunFigures.Kind kind) {
        return seeds.stream()
                .mapToDouble(seed -> figuresOf(optimizer, seed).get(kind))
                .min()
                .orElse(Double.NaN);
    }

    private RunFigures figuresOf(String optimizer, SeedResult seed) {
        String ran = names.get(optimizer);
        RunFigures figures = ran == null ? null : seed.figures().get(ran);
        if (figures == null) {
            throw new IllegalArgumentException("optimizer " + optimizer + " did not run");
        }
        return figures;
    }

    /// Something of the members.
    Percentiles percentiles(ToDoubleFunction<SeedResult> value) {
        return Percentiles.of(seeds.stream().mapToDouble(value).toArray());
    }
}
