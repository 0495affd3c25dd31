// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.units;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The number in front of a unit, and numbers for people.
final class Figures {
    private static final Pattern WITH_UNIT = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)\\s*(\\S*)\\s*");

    private Figures() {}

    /// A number and what stands behind it.
    record Figure(double value, String unit) {}

    /// @param wanted what is expected, for the message
    static Figure read(String text, String wanted) {
        Matcher matcher = WITH_UNIT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is not " + wanted);
        }
        double value = Double.parseDouble(matcher.group(1));
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("\"" + text + "\" is too large");
        }
        return new Figure(value, matcher.group(2));
    }

    /// At most `digits` digits that count, no exponent.
    static String rounded(double value, int digits) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
