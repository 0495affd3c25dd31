// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.units;

import java.time.Duration;
import java.util.Map;

/// A length of time.
public final class Span {
    private static final Map<String, Double> SECONDS =
            Map.of("ms", 0.001, "s", 1.0, "m", 60.0, "min", 60.0, "h", 3600.0, "d", 86400.0);
    private static final double MILLIS = 1000;
    private static final double LONGEST_SECONDS = 1e9;
    private static final long MINUTE = 60;
    private static final long HOUR = 3600;
    private static final long DAY = 86400;

    private Span() {}

    /// Reads `500ms`, `30s`, `10m`, `2h`, `1d`.
    public static Duration parse(String text) {
        String wanted = "write it as 500ms, 30s, 10m, 2h or 1d";
        Figures.Figure figure = Figures.read(text, "a length of time: " + wanted);
        if (figure.unit().isEmpty()) {
            throw new IllegalArgumentException("\"" + text + "\" has no unit: " + wanted);
        }
        Double factor = SECONDS.get(figure.unit());
        if (factor == null || figure.value() * factor > LONGEST_SECONDS) {
            throw new IllegalArgumentException("\"" + text + "\" is not a length of time: " + wanted);
        }
        return Duration.ofMillis(Math.round(figure.value() * factor * MILLIS));
    }

    /// Such as `12 s`, `3 m 20 s`, `2 d 4 h`.
    public static String inWords(Duration span) {
        long seconds = span.toSeconds();
        if (seconds < MINUTE) {
            return seconds + " s";
        }
        if (seconds < HOUR) {
            return two(seconds / MINUTE, "m", seconds % MINUTE, "s");
        }
        if (seconds < DAY) {
            return two(seconds / HOUR, "h", seconds % HOUR / MINUTE, "m");
        }
        return two(seconds / DAY, "d", seconds % DAY / HOUR, "h");
    }

    private static String two(long first, String unit, long second, String smaller) {
        return first + " " + unit + (second == 0 ? "" : " " + second + " " + smaller);
    }
}
