// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.units;

import java.util.Map;

/// A rate in bit/s.
///
/// @param bps bit/s
public record Rate(double bps) implements Bound {
    private static final String[] UNITS = {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"};
    private static final double STEP = 1000;
    private static final int DIGITS = 4;
    private static final Map<String, Double> PREFIXES = Map.ofEntries(
            Map.entry("", 1.0),
            Map.entry("k", 1e3),
            Map.entry("K", 1e3),
            Map.entry("M", 1e6),
            Map.entry("G", 1e9),
            Map.entry("T", 1e12),
            Map.entry("P", 1e15),
            Map.entry("Ki", 0x1p10),
            Map.entry("Mi", 0x1p20),
            Map.entry("Gi", 0x1p30),
            Map.entry("Ti", 0x1p40));
    private static final String EXAMPLES = "10G or 10Gbit/s (bits per second), or 1.25GB/s (bytes per second)";

    public Rate {
        if (!(bps >= 0) || Double.isInfinite(bps)) {
            throw new IllegalArgumentException("a rate is a number of bit/s from 0 on, given was " + bps);
        }
    }

    /// Reads `10G`, `10Gbit/s`, `10 Gbps`, `1.25GB/s`. A number without a unit is refused: it might be anything.
    public static Rate parse(String text) {
        Figures.Figure figure = Figures.read(text, "a rate: write it as " + EXAMPLES);
        String unit = figure.unit();
        if (unit.isEmpty()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" has no unit, and could be bits or bytes of any size: write it as " + EXAMPLES);
        }
        double bits = 1;
        String prefix = unit;
        for (String bit : new String[] {"bit/s", "bits/s", "b/s", "bps"}) {
            prefix = without(prefix, bit);
        }
        for (String bytes : new String[] {"bytes/s", "byte/s", "B/s", "Bps"}) {
            if (prefix.endsWith(bytes) && bits == 1) {
                prefix = without(prefix, bytes);
                bits = Byte.SIZE;
            }
        }
        Double factor = PREFIXES.get(prefix);
        if (factor == null || (prefix.endsWith("i") && prefix.equals(unit))) {
            throw new IllegalArgumentException("\"" + unit + "\" is no unit of a rate: write it as " + EXAMPLES);
        }
        return new Rate(figure.value() * factor * bits);
    }

    private static String without(String text, String end) {
        return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
    }

    /// Such as `9.87 Gbit/s`. From 1 Gbit/s to 10 Tbit/s it stays in Gbit/s, so that columns compare.
    public static String inWords(double bps) {
        int unit = 0;
        double value = Math.abs(bps);
        while (value >= STEP && unit < UNITS.length - 1 && (unit < 3 || value >= 10 * STEP)) {
            value /= STEP;
            unit++;
        }
        return (bps < 0 && value > 0 ? "-" : "") + Figures.rounded(value, DIGITS) + " " + UNITS[unit];
    }

    /// Such as `10Gbit/s`: what [#parse] reads again as the same number, or the plain number of bit/s.
    public static String exactly(double bps) {
        for (int unit = UNITS.length - 1; unit > 0; unit--) {
            double step = Math.pow(STEP, unit);
            String text = Figures.rounded(bps / step, 6) + UNITS[unit];
            if (bps >= step && parse(text).bps() == bps) {
                return text;
            }
        }
        return Figures.rounded(bps, 17) + "bit/s";
    }

    @Override
    public String toString() {
        return inWords(bps);
    }
}
