// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import java.util.function.DoubleSupplier;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// One quantitative claim of a paper.
///
/// The rule by which it is reproduced is that of the paper's own sentence. One number is met by [#TOLERANCE] about it,
/// also where it is the best of several; a gain or a loss has to be one, too. A range is met within it, as it stands.
/// "Less than", "within" and "at least" are met on their side, however far.
///
/// @param where section or figure
/// @param says what is claimed, without the number
/// @param setting on which testbed, with what
/// @param paper the paper's value, as it prints it
/// @param unit of our value
/// @param from the least of our values that reproduces it; minus infinity for none
/// @param to the greatest; infinite for none
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
        double off = TOLERANCE * Math.abs(value);
        return within(where, says, setting, text(value), unit, value - off, value + off, ours);
    }

    /// A claim that something is so many times another, more or less than once: as [#near], and on the same side of
    /// one.
    static TunerClaim gain(String where, String says, String setting, double times, LongToDoubleFunction ours) {
        double off = TOLERANCE * times;
        double from = times > 1 ? Math.max(times - off, Math.nextUp(1.0)) : times - off;
        double to = times > 1 ? times + off : Math.min(times + off, Math.nextDown(1.0));
        return within(where, says, setting, text(times), "times", from, to, ours);
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

    /// A claim of "less than" or "within" so much, reproduced by that and by anything less.
    static TunerClaim atMost(
            String where, String says, String setting, double value, String unit, LongToDoubleFunction ours) {
        return within(where, says, setting, text(value), unit, Double.NEGATIVE_INFINITY, value, ours);
    }

    /// A claim of "more than" or "always above" so much, reproduced by that and by anything more.
    static TunerClaim atLeast(
            String where, String says, String setting, double value, String unit, LongToDoubleFunction ours) {
        return within(where, says, setting, text(value), unit, value, Double.POSITIVE_INFINITY, ours);
    }

    /// A claim that cannot be run.
    static TunerClaim missing(String where, String says, String setting, String paper, String why) {
        return new TunerClaim(where, says, setting, paper, "", Double.NaN, Double.NaN, null, null, why);
    }

    /// The same beside the best static setting.
    TunerClaim beside(DoubleSupplier newBest) {
        return new TunerClaim(where, says, setting, paper, unit, from, to, ours, newBest, remark);
    }

    /// The same with the paper's own words for its value.
    TunerClaim printed(String newPaper) {
        return new TunerClaim(where, says, setting, newPaper, unit, from, to, ours, best, remark);
    }

    /// The same with a remark.
    TunerClaim remarked(String newRemark) {
        return new TunerClaim(where, says, setting, paper, unit, from, to, ours, best, newRemark);
    }

    /// A number as a paper prints it.
    static String text(double value) {
        return Math.rint(value) == value ? Long.toString((long) value) : Double.toString(value);
    }
}
