// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.units;

import java.util.Map;

/// A number of bytes.
///
/// @param bytes 0 or more
public record Size(long bytes) {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final double STEP = 1024;
    private static final double DECIMAL = 1000;
    private static final Map<String, Double> FACTORS = Map.ofEntries(
            Map.entry("", 1.0),
            Map.entry("B", 1.0),
            Map.entry("kB", DECIMAL),
            Map.entry("KB", DECIMAL),
            Map.entry("MB", 1e6),
            Map.entry("GB", 1e9),
            Map.entry("TB", 1e12),
            Map.entry("PB", 1e15),
            Map.entry("KiB", STEP),
            Map.entry("MiB", 0x1p20),
            Map.entry("GiB", 0x1p30),
            Map.entry("TiB", 0x1p40),
            Map.entry("PiB", 0x1p50));

    /// Reads `10GiB`, `10GB`, and a plain number of bytes.
    public static Size parse(String text) {
        String wanted = "write it as 10GiB, 10GB, or a plain number of bytes";
        Figures.Figure figure = Figures.read(text, "a size: " + wanted);
        Double factor = FACTORS.get(figure.unit());
        if (factor == null) {
            throw new IllegalArgumentException("\"" + figure.unit() + "\" is no unit of a size: " + wanted);
        }
        double bytes = figure.value() * factor;
        if ((factor == 1.0 && bytes != Math.rint(bytes)) || bytes > 0x1p62) {
            throw new IllegalArgumentException("\"" + text + "\" is not a size: " + wanted);
        }
        return new Size(Math.round(bytes));
    }

    /// Such as `1.5 GiB`.
    public static String inWords(double bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return Figures.rounded(value, 4) + " " + UNITS[unit];
    }
}
