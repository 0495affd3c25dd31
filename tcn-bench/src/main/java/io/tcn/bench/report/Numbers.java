// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Numbers as people read them.
final class Numbers {
    /// Enough to compare, not more than a measurement is worth.
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.DOWN);

    private Numbers() {}

    /// Four significant digits, cut and not rounded: what misses its aim by little never looks as if it met it from
    /// below. Whole digits are never cut.
    static String measured(double value) {
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal cut = Math.abs(value) >= 1000 ? exact.setScale(0, RoundingMode.DOWN) : exact.round(DIGITS);
        return plain(cut);
    }

    /// Every digit that there is, without zeros at the end.
    static String shortest(double value) {
        return plain(BigDecimal.valueOf(value));
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
