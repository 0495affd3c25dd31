// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Map;
import java.util.OptionalDouble;

/// Units of the cost metrics of RFC 9439. Rates of that RFC are in bytes per second, those of path vectors in bits:
/// they are made bits here, once.
public final class MetricUnits {
    /// What a number of a metric counts.
    public enum Unit {
        MICROSECONDS,
        PERCENT,
        HOPS,
        BYTES_PER_SECOND,
        /// No unit: `routingcost` and metrics that we do not know.
        NONE
    }

    private static final double BITS_PER_BYTE = 8;

    private static final String MEDIAN = "median";
    private static final String CURRENT = "cur";

    private record Rule(Unit unit, String defaultStatistic) {}

    private static final Map<String, Rule> RULES = Map.of(
            "delay-ow", new Rule(Unit.MICROSECONDS, MEDIAN),
            "delay-rt", new Rule(Unit.MICROSECONDS, MEDIAN),
            "delay-variation", new Rule(Unit.MICROSECONDS, MEDIAN),
            "lossrate", new Rule(Unit.PERCENT, MEDIAN),
            "hopcount", new Rule(Unit.HOPS, MEDIAN),
            "tput", new Rule(Unit.BYTES_PER_SECOND, MEDIAN),
            "bw-residual", new Rule(Unit.BYTES_PER_SECOND, CURRENT),
            "bw-available", new Rule(Unit.BYTES_PER_SECOND, CURRENT));

    private MetricUnits() {}

    /// Takes a metric apart. A metric with a statistic that is not known is another metric as a whole, without a
    /// unit.
    public static Metric metric(String name) {
        int colon = name.indexOf(':');
        String base = colon < 0 ? name : name.substring(0, colon);
        Rule rule = RULES.get(base);
        if (rule == null) {
            return new Metric(name, "");
        }
        if (colon < 0) {
            return new Metric(base, rule.defaultStatistic());
        }
        String statistic = name.substring(colon + 1);
        return isStatistic(statistic) ? new Metric(base, statistic) : new Metric(name, "");
    }

    private static boolean isStatistic(String text) {
        return switch (text) {
            case "cur", "min", "max", "median", "mean", "stddev", "stdvar" -> true;
            default -> text.matches("p[0-9]{1,2}(\\.[0-9]+)?") || text.matches("p100(\\.0+)?");
        };
    }

    /// The unit of a metric.
    public static Unit unit(String name) {
        Rule rule = RULES.get(metric(name).base());
        return rule == null ? Unit.NONE : rule.unit();
    }

    /// A value of this metric in bit/s; empty if the metric is no rate or the value none.
    public static OptionalDouble bitsPerSecond(String name, double value) {
        boolean rate = unit(name) == Unit.BYTES_PER_SECOND && !isVariance(name) && Double.isFinite(value) && value >= 0;
        return rate ? OptionalDouble.of(value * BITS_PER_BYTE) : OptionalDouble.empty();
    }

    /// A variance has the square of the unit.
    private static boolean isVariance(String name) {
        return metric(name).statistic().equals("stdvar");
    }
}
