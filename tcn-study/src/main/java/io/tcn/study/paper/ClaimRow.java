// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/// What was found for a claim, over all seeds.
///
/// @param claim the claim
/// @param values the quantity itself, the reference's included
/// @param ratios how many times better than the reference, of the same seed
/// @param shares part of the ideal that was reached, 0 to 1; empty where no ideal was worked out
/// @param ideal what nobody can beat
/// @param idealRatio the same as a ratio to the reference: no claim above it can hold
/// @param unfinishedOfReference transfers that the reference did not finish, over all seeds
record ClaimRow(
        Claim claim,
        Map<Contestant, Figures> values,
        Map<Contestant, Figures> ratios,
        Map<Contestant, Figures> shares,
        Figures ideal,
        Figures idealRatio,
        long unfinishedOfReference) {
    ClaimRow {
        values = copy(values);
        ratios = copy(ratios);
        shares = copy(shares);
    }

    private static Map<Contestant, Figures> copy(Map<Contestant, Figures> map) {
        EnumMap<Contestant, Figures> copy = new EnumMap<>(Contestant.class);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }

    /// The ratio of a contestant; no number if it did not take part.
    Figures ratioOf(Contestant contestant) {
        return ratios.getOrDefault(contestant, new Figures(Double.NaN, Double.NaN, Double.NaN));
    }

    /// How far the paper's algorithm is from the paper's ratio, up or down: |ln(ratio / paper)|; 0.69 is a factor of
    /// two.
    double deviation() {
        return Math.abs(Math.log(ratioOf(claim.ofPaper()).median() / claim.paper()));
    }

    /// Whether the paper's algorithm reaches the paper's ratio in the median.
    boolean isReproduced() {
        return ratioOf(claim.ofPaper()).median() >= claim.paper();
    }
}
