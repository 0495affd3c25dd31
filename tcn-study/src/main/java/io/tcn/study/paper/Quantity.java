// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.sim.oracle.Ideal;

/// What a claim compares. The ratio is better over reference, so that more is better for all of them.
enum Quantity {
    UTILISATION("link utilisation", "%", true),
    MEAN_UTILITY("utility, mean over the run", "Gbit/s", true),
    SETTLED_UTILITY("utility, last quarter", "Gbit/s", true),
    FCT_MEAN("mean FCT", "s", false),
    FCT_MAX("max FCT", "s", false),
    CONVERGENCE("intervals to 90 % of the optimum", "", false);

    /// Part of the optimum that counts as converged.
    static final double CONVERGED = 0.9;

    private final String words;
    private final String unit;
    private final boolean moreIsBetter;

    Quantity(String words, String unit, boolean moreIsBetter) {
        this.words = words;
        this.unit = unit;
        this.moreIsBetter = moreIsBetter;
    }

    String words() {
        return words;
    }

    String unit() {
        return unit;
    }

    /// The value in the unit of the tables.
    ///
    /// @param ideal of the same experiment and seed
    double of(Outcome outcome, Ideal ideal) {
        return switch (this) {
            case UTILISATION -> outcome.utilisation() * 100;
            case MEAN_UTILITY -> outcome.meanUtilityBps() / 1e9;
            case SETTLED_UTILITY -> outcome.settledUtilityBps() / 1e9;
            case FCT_MEAN -> outcome.fctMeanSeconds();
            case FCT_MAX -> outcome.fctMaxSeconds();
            case CONVERGENCE -> outcome.intervalsTo(CONVERGED * ideal.utilityBps());
        };
    }

    /// What nobody can beat, in the same unit.
    double of(Ideal ideal) {
        return switch (this) {
            case UTILISATION -> 100;
            case MEAN_UTILITY -> ideal.meanUtilityBps() / 1e9;
            case SETTLED_UTILITY -> ideal.utilityCeilingBps() / 1e9;
            case FCT_MEAN -> ideal.fctMeanSeconds();
            case FCT_MAX -> ideal.fctMaxSeconds();
            case CONVERGENCE -> 1;
        };
    }

    /// How many times better a value is than a reference.
    double ratio(double value, double reference) {
        return moreIsBetter ? value / reference : reference / value;
    }
}
