// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.view;

import java.util.Locale;

/// Numbers with units for people.
final class Units {
    private Units() {}

    /// `1.2 Tbit/s`, `40 Gbit/s`, `155 Mbit/s`.
    static String rate(double bps) {
        if (Double.isInfinite(bps)) {
            return "unlimited";
        }
        return scaled(bps, "bit/s");
    }

    /// `2 TB`, `3.1 GB`.
    static String bytes(double bytes) {
        return scaled(bytes, "B");
    }

    /// `2.5 s`; `3.4 h` from 10,000 s on.
    static String seconds(double seconds) {
        return seconds >= 10_000 ? number(seconds / 3600) + " h" : number(seconds) + " s";
    }

    /// At most four digits that count, without zeros at the end.
    static String number(double value) {
        double size = Math.abs(value);
        String text = String.format(
                Locale.ROOT, size >= 1000 ? "%.0f" : size >= 100 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }

    private static String scaled(double value, String unit) {
        String[] prefixes = {"", "k", "M", "G", "T", "P", "E"};
        int step = 0;
        double rest = value;
        while (rest >= 1000 && step < prefixes.length - 1) {
            rest /= 1000;
            step++;
        }
        return number(rest) + " " + prefixes[step] + unit;
    }
}
