// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import java.util.Locale;

/// Numbers with four significant digits, as `%.4g` has them. The formatter has a parser, a formatter and big decimals
/// for each number and takes three times as long; reasons are written for every pipe.
final class FourDigits {
    private static final int DIGITS = 4;
    private static final int LEAST = 1_000;

    private FourDigits() {}

    /// As `%.4g`: the digits of [Double#toString], the fourth rounded half up; from 0.0001 to below 10,000 as they
    /// stand, else with an exponent.
    static void append(StringBuilder text, double value) {
        if (value == 0 || !Double.isFinite(value)) {
            text.append(String.format(Locale.ROOT, "%.4g", value));
            return;
        }
        String all = Double.toString(Math.abs(value));
        int end = all.indexOf('E');
        int shift = end < 0 ? 0 : Integer.parseInt(all, end + 1, all.length(), 10);
        int point = all.indexOf('.');
        int kept = 0;
        int count = 0;
        int exponent = 0;
        for (int i = 0; i < (end < 0 ? all.length() : end) && count <= DIGITS; i++) {
            char letter = all.charAt(i);
            if (i == point || (count == 0 && letter == '0')) {
                continue;
            }
            if (count == 0) {
                exponent = shift + (i < point ? point - i - 1 : point - i);
            }
            count++;
            if (count <= DIGITS) {
                kept = 10 * kept + letter - '0';
            } else if (letter >= '5') {
                kept++;
            }
        }
        for (; count < DIGITS; count++) {
            kept *= 10;
        }
        if (kept == 10 * LEAST) {
            kept = LEAST;
            exponent++;
        }
        if (value < 0) {
            text.append('-');
        }
        if (exponent < -DIGITS || exponent >= DIGITS) {
            place(text, kept, 1);
            text.append(exponent < 0 ? "e-" : "e+")
                    .append(Math.abs(exponent) < 10 ? "0" : "")
                    .append(Math.abs(exponent));
        } else if (exponent < 0) {
            text.append("0.").repeat('0', -exponent - 1).append(kept);
        } else {
            place(text, kept, exponent + 1);
        }
    }

    /// Four digits, so many of them before the point.
    private static void place(StringBuilder text, int digits, int before) {
        text.append(digits);
        if (before < DIGITS) {
            text.insert(text.length() - DIGITS + before, '.');
        }
    }
}
