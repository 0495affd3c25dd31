// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.paper.tuners;

import java.util.function.DoubleSupplier;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// One quantitative claim of a paper.
///
/// @param where section or figure
/// @param says what is claimed, without the number
/// @param setting on which testbed, with what
/// @param paper the paper's value, as it prints it
/// @param unit of our value
/// @param from the least of our values that reproduces it
/// @param to the greatest
/// @param ours our value for a seed; null where the paper does not tell enough to run it
/// @param best what the best setting that never changes has instead; null where the question has no sense
/// @param remark what is missing, or how it was read
public record TunerClaim(
        String where,
        String says,
        String setting,
        String paper,
        String unit,
        double from,
        double to,
        @Nullable LongToDoubleFunction ours,
        @Nullable DoubleSupplier best,
        String remark) {
    /// The tolerance of claims that name one number: 15 % of it to either side.
    static final double TOLERANCE = 0.15;

    /// A claim with one number, reproduced within [#TOLERANCE] of it.
    static TunerClaim near(
            String where, String says, String setting, double value, String unit, LongToDoubleFunction ours) {
        return new TunerClaim(
                where,
                says,
                setting,
                text(value),
                unit,
                value - TOLERANCE * Math.abs(value),
                value + TOLERANCE * Math.abs(value),
                ours,
                null,
                "");
    }

    /// A claim of a range, reproduced within it.
    static TunerClaim within(
            String where,
            String says,
            String setting,
            String paper,
            String unit,
            double from,
            double to,
            LongToDoubleFunction ours) {
        return new TunerClaim(where, says, setting, paper, unit, from, to, ours, null, "");
    }

    /// A claim of at most so much, reproduced up to [#TOLERANCE] more.
    static TunerClaim atMost(
            String where, String says, String setting, double value, String unit, LongToDoubleFunction ours) {
        return new TunerClaim(where, says, setting, text(value), unit, 0, (1 + TOLERANCE) * value, ours, null, "");
    }

    /// A claim that cannot be run.
    static TunerClaim missing(String where, String says, String setting, String paper, String why) {
        return new TunerClaim(where, says, setting, paper, "", Double.NaN, Double.NaN, null, null, why);
    }

    /// The same beside the best static setting.
    TunerClaim beside(DoubleSupplier newBest) {
        return new TunerClaim(where, says, setting, paper, unit, from, to, ours, newBest, remark);
    }

    /// The same with a remark.
    TunerClaim remarked(String newRemark) {
        return new TunerClaim(where, says, setting, paper, unit, from, to, ours, best, newRemark);
    }

    private static String text(double value) {
        return Math.rint(value) == value ? Long.toString((long) value) : Double.toString(value);
    }
}
