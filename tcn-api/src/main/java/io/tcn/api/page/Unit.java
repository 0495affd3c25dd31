// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a value is, and how people read it.
enum Unit {
    TEXT(false) {
        @Override
        String words(Object value) {
            return value.toString();
        }
    },
    COUNT(true) {
        @Override
        String words(Object value) {
            return decimal(((Number) value).doubleValue());
        }
    },
    /// Bit/s.
    BPS(true) {
        @Override
        String words(Object value) {
            return scaled(((Number) value).doubleValue(), 1000, "bit/s");
        }
    },
    BYTES(true) {
        @Override
        String words(Object value) {
            return scaled(((Number) value).doubleValue(), 1000, "B");
        }
    },
    /// A part of one.
    SHARE(true) {
        @Override
        String words(Object value) {
            return String.format(Locale.ROOT, "%.1f\u202f%%", 100 * ((Number) value).doubleValue());
        }
    },
    /// What is small or large, such as a price.
    SCIENTIFIC(true) {
        @Override
        String words(Object value) {
            double number = ((Number) value).doubleValue();
            return number == 0 ? "0" : String.format(Locale.ROOT, "%.3g", number);
        }
    },
    MOMENT(false) {
        @Override
        String words(Object value) {
            return UTC.format((Instant) value);
        }
    },
    TIME(true) {
        @Override
        String words(Object value) {
            return spoken((Duration) value);
        }
    };

    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};

    private final boolean isNumber;

    Unit(boolean isNumber) {
        this.isNumber = isNumber;
    }

    /// Whether its values stand at the right of their column.
    boolean isNumber() {
        return isNumber;
    }

    abstract String words(Object value);

    /// For people; a dash for what is not there.
    String of(@Nullable Object value) {
        return value == null ? "\u2013" : words(value);
    }

    private static String decimal(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? String.format(Locale.ROOT, "%,d", (long) number).replace(',', '\u202f')
                : String.format(Locale.ROOT, "%.1f", number);
    }

    private static String scaled(double number, double step, String unit) {
        int prefix = 0;
        double rest = number;
        while (Math.abs(rest) >= step && prefix < PREFIXES.length - 1) {
            rest /= step;
            prefix++;
        }
        String text = rest == 0 ? "0" : String.format(Locale.ROOT, Math.abs(rest) < 10 ? "%.2f" : "%.1f", rest);
        return text + "\u202f" + PREFIXES[prefix] + unit;
    }

    private static String spoken(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 60) {
            return seconds + "\u202fs";
        }
        if (seconds < 3600) {
            return seconds / 60 + "\u202fmin";
        }
        return seconds < 172_800 ? seconds / 3600 + "\u202fh" : seconds / 86_400 + "\u202fd";
    }
}
