// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.quality.RunFigures.Kind;

/// What a world counts for in a [WorldAttack]: the part of what can be had there that an optimizer has.
///
/// The optimum is a number of connections that is no whole one, all of which are open at once. Where each connection
/// costs capacity, or files keep their connections to their end, no decisions of whole numbers reach it: the optimum
/// itself, decided from the first interval on by who knows it ([Clairvoyant]), has 0.80 of it in one world that the
/// attack found, and leaves 39 % of guarantees and intervals short in another. So what an optimizer has is held against
/// what this replay has, under the same clock, with the same files.
///
/// @param climbsSum whether the share of the optimum is what the optimizer is after
record AttackScore(boolean climbsSum) {
    /// The share of the optimum, within the bounds if there are any; and where users are guaranteed something the part
    /// of guarantees and intervals that are not short: the less of the two, each over that of the replay. With
    /// weights,
    /// which cost throughput, and for optimizers of another utility the guarantees alone. NaN where the replay has
    /// nothing, which is no evidence.
    ///
    /// @param replayed of the optimum in the same world
    double of(Family family, WorldTraits traits, RunFigures own, RunFigures replayed) {
        double kept = part(1 - own.get(Kind.SHORT_SHARE), 1 - replayed.get(Kind.SHORT_SHARE));
        if (!climbsSum || traits.weights() > 1) {
            return kept;
        }
        Kind share = family.isBounded() ? Kind.KEPT_SHARE : Kind.MEAN_SHARE;
        double moved = part(own.get(share), replayed.get(share));
        return Double.isNaN(kept) ? moved : Math.min(moved, kept);
    }

    private static double part(double own, double replayed) {
        return replayed > 0 ? own / replayed : Double.NaN;
    }
}
