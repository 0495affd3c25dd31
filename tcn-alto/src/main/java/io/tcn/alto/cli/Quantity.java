// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalDouble;

/// Numbers for people.
final class Quantity {
    private static final String[] RATES = {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"};
    private static final double STEP = 1000;

    private Quantity() {}

    /// A rate such as `100 Gbit/s`. From 1 Gbit/s to 10 Tbit/s it stays in Gbit/s, so that columns compare.
    static String rate(double bps) {
        int unit = 0;
        double value = bps;
        while (value >= STEP && unit < RATES.length - 1 && (unit < 3 || value >= 10 * STEP)) {
            value /= STEP;
            unit++;
        }
        return number(value) + " " + RATES[unit];
    }

    /// What an element can carry: a rate, `closed` for 0, or `unknown`.
    static String capacity(OptionalDouble bps) {
        if (bps.isEmpty()) {
            return "unknown";
        }
        return bps.getAsDouble() == 0 ? "closed" : rate(bps.getAsDouble());
    }

    /// Such as `1 path` and `2 paths`.
    static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /// At most six digits that count, no exponent.
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "unknown";
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(6));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
