// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Writes rates and numbers of connections for people.
public final class RateText {
    private static final String[] UNITS = {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s", "Pbit/s"};
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_EVEN);

    private RateText() {}

    /// Three digits and a unit, such as `4.1 Gbit/s`; less than half a bit/s is rounding noise and written as zero.
    public static String of(double bps) {
        if (Double.isInfinite(bps)) {
            return bps > 0 ? "unlimited" : "-unlimited";
        }
        if (!(Math.abs(bps) >= 0.5)) {
            return "0 bit/s";
        }
        // Rounded first: 999.6 Mbit/s is 1 Gbit/s.
        BigDecimal value = BigDecimal.valueOf(bps).round(THREE_DIGITS);
        int unit = 0;
        while (unit < UNITS.length - 1 && value.abs().compareTo(THOUSAND) >= 0) {
            value = value.movePointLeft(3);
            unit++;
        }
        return value.stripTrailingZeros().toPlainString() + " " + UNITS[unit];
    }

    /// The same for a change: with a plus sign where it is a gain.
    static String ofChange(double bps) {
        return (bps >= 0.5 ? "+" : "") + of(bps);
    }

    /// A number of connections, with at most two decimals.
    static String ofConnections(double connections) {
        return BigDecimal.valueOf(connections)
                .setScale(2, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }

    /// The same with the noun, such as `1 connection` and `0.5 connections`.
    static String withNoun(double connections) {
        String number = ofConnections(connections);
        return number + (number.equals("1") ? " connection" : " connections");
    }
}
