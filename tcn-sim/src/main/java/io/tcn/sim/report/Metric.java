// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.oracle.Ideal;
import io.tcn.sim.run.Summary;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// The figures that runs are compared by, in the order of the tables.
public enum Metric {
    FCT_MEAN("fctMeanSeconds", "mean FCT", "s", 0, 1, Summary::meanCompletionSeconds),
    FCT_MAX("fctMaxSeconds", "max FCT", "s", 0, 1, Summary::maxCompletionSeconds),
    MAKESPAN("makespanSeconds", "makespan", "s", 0, 1, Summary::makespanSeconds),
    UNFINISHED("unfinishedTransfers", "unfinished", "", 0, 1, Summary::unfinishedTransfers),
    UTILITY_MEAN("utilityMeanGbps", "mean utility", "Gbit/s", 1, 1e-9, Summary::utilityMean),
    UTILITY_MAX("utilityMaxGbps", "max utility", "Gbit/s", 1, 1e-9, Summary::utilityMax),
    UTILISATION("utilisationMeanPercent", "link utilisation", "%", 1, 100, Summary::utilisationMean),
    VIOLATION_MEAN("violationMeanPercent", "violation", "%", 2, 100, Summary::violationMean),
    VIOLATION_END("violationEndPercent", "violation, last quarter", "%", 2, 100, Summary::violationEnd),
    WORST_VIOLATION("worstViolationMeanPercent", "worst violation", "%", 1, 100, Summary::worstViolationMean),
    CONNECTIONS_MEAN("connectionsMean", "open connections, mean", "", 0, 1, Summary::connectionsMean),
    CONNECTIONS_LAST("connectionsLast", "open connections, last", "", 0, 1, Summary::connectionsLast);

    private final String key;
    private final String label;
    private final String unit;
    private final int decimals;
    private final double scale;

    @SuppressWarnings("ImmutableEnumChecker") // a reference to an accessor holds no state
    private final ToDoubleFunction<Summary> value;

    Metric(String key, String label, String unit, int decimals, double scale, ToDoubleFunction<Summary> value) {
        this.key = key;
        this.label = label;
        this.unit = unit;
        this.decimals = decimals;
        this.scale = scale;
        this.value = value;
    }

    /// Its name in `result.json`.
    public String key() {
        return key;
    }

    /// Its name for people.
    public String label() {
        return label;
    }

    /// Its unit, empty for a number.
    public String unit() {
        return unit;
    }

    /// Whether it says nothing where nobody is bounded.
    boolean isAboutBounds() {
        return this == VIOLATION_MEAN || this == VIOLATION_END || this == WORST_VIOLATION;
    }

    /// Its value in its unit; NaN if the run has none.
    public double valueOf(Summary summary) {
        return value.applyAsDouble(summary) * scale;
    }

    /// What nobody can beat, in its unit; NaN where there is no such thing.
    public double idealOf(Ideal ideal) {
        return switch (this) {
            case FCT_MEAN -> ideal.fctMeanSeconds();
            case FCT_MAX -> ideal.fctMaxSeconds();
            case MAKESPAN -> ideal.makespanSeconds();
            case UTILITY_MAX -> ideal.utilityCeilingBps() * scale;
            case UTILITY_MEAN ->
                Double.isNaN(ideal.meanUtilityBps())
                        ? ideal.utilityCeilingBps() * scale
                        : ideal.meanUtilityBps() * scale;
            case UNFINISHED,
                    UTILISATION,
                    VIOLATION_MEAN,
                    VIOLATION_END,
                    WORST_VIOLATION,
                    CONNECTIONS_MEAN,
                    CONNECTIONS_LAST -> Double.NaN;
        };
    }

    /// A value for people.
    public String format(double number) {
        return Double.isNaN(number) ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", number);
    }

    /// A figure over several seeds for people: `median [min .. max]`.
    public String format(Spread spread) {
        return spread.count() < 2
                ? format(spread.median())
                : format(spread.median()) + " [" + format(spread.min()) + " .. " + format(spread.max()) + "]";
    }

    /// One value over another for people: `1.23x`; `-` where that says nothing.
    public static String ratio(double value, double reference) {
        double ratio = value / reference;
        return Double.isNaN(ratio) || Double.isInfinite(ratio) ? "-" : String.format(Locale.ROOT, "%.2fx", ratio);
    }
}
