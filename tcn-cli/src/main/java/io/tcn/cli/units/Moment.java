// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.units;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;

/// Points in time: what a calendar and a clock on the wall of some zone show.
public final class Moment {
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss XXX", Locale.ROOT);

    private Moment() {}

    /// Reads `2026-12-01` (the beginning of that day) or `2026-12-01T08:00`.
    ///
    /// @param zone in which the time must exist: while clocks go forward, an hour is left out
    public static LocalDateTime parse(String text, ZoneId zone) {
        LocalDateTime time;
        try {
            time = text.contains("T") || text.contains(" ")
                    ? LocalDateTime.parse(text.strip().replace(' ', 'T'))
                    : LocalDate.parse(text.strip()).atStartOfDay();
        } catch (DateTimeParseException unreadable) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a date: write it as 2026-12-01 or 2026-12-01T08:00", unreadable);
        }
        ZoneOffsetTransition change = zone.getRules().getTransition(time);
        if (change != null && change.isGap()) {
            throw new IllegalArgumentException("there is no " + text + " in " + zone + ": clocks go from "
                    + change.getDateTimeBefore().toLocalTime() + " to "
                    + change.getDateTimeAfter().toLocalTime() + " that day; take a time before or after");
        }
        return time;
    }

    /// Reads `08:00`; `24:00` is the end of the day.
    public static String parseClock(String text) {
        if ("24:00".equals(text)) {
            return text;
        }
        try {
            LocalTime time = LocalTime.parse(text);
            if (!time.equals(time.truncatedTo(ChronoUnit.MINUTES))) {
                throw new IllegalArgumentException("\"" + text + "\" is no whole minute: write it as 08:00");
            }
            return time.toString();
        } catch (DateTimeParseException unreadable) {
            throw new IllegalArgumentException("\"" + text + "\" is not a time of day: write it as 08:00", unreadable);
        }
    }

    /// Reads `Europe/Zurich` or `UTC`.
    public static ZoneId parseZone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException unknown) {
            throw new IllegalArgumentException(
                    "there is no time zone \"" + text + "\": write it as Europe/Zurich or UTC", unknown);
        }
    }

    /// Such as `2026-11-22 23:10:05 +01:00`. What is no time is shown as it is.
    public static String inWords(String instant, ZoneId zone) {
        try {
            return SHOWN.format(Instant.parse(instant).atZone(zone));
        } catch (DateTimeException other) {
            return instant;
        }
    }
}
