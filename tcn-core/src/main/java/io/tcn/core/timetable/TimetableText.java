// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.timetable;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Timetables as people write them, key by key: `"zone": "Europe/Zurich", "from": "2026-12-01T00:00", "weekly":
/// [{"days":
/// ["MON", "TUE"], "from": "08:00", "until": "18:00"}]`.
public final class TimetableText {
    private static final String END_OF_DAY = "24:00";
    private static final int MOST_WINDOWS = 50;
    private static final int SHORT = 3;

    private TimetableText() {}

    /// A window of the week as it is written; what is not given is null.
    public record Window(
            @Nullable List<String> days,
            @Nullable String from,
            @Nullable String until) {}

    /// Reads a timetable.
    ///
    /// @throws IllegalArgumentException with what is wrong
    public static Timetable read(
            @Nullable String zone,
            @Nullable String from,
            @Nullable String until,
            List<? extends @Nullable Window> weekly) {
        if (zone == null) {
            throw new IllegalArgumentException("\"when\" needs a \"zone\", as in Europe/Zurich or UTC");
        }
        if (weekly.isEmpty() && from == null && until == null) {
            throw new IllegalArgumentException("\"when\" says nothing: give \"from\", \"until\" or \"weekly\"");
        }
        if (weekly.size() > MOST_WINDOWS) {
            throw new IllegalArgumentException("at most " + MOST_WINDOWS + " weekly windows");
        }
        List<WeeklyWindow> windows = new ArrayList<>();
        for (Window window : weekly) {
            if (window == null) {
                throw new IllegalArgumentException(
                        "a weekly window is an object with \"days\", \"from\" and \"until\"");
            }
            if (END_OF_DAY.equals(window.from())) {
                throw new IllegalArgumentException(
                        "a weekly window does not begin at 24:00: write 00:00 of the day after");
            }
            windows.add(
                    new WeeklyWindow(days(window.days()), time(window.from(), "from"), time(window.until(), "until")));
        }
        return new Timetable(zone(zone), date(from), date(until), windows);
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException unknown) {
            throw new IllegalArgumentException(
                    "there is no time zone \"" + text + "\": write it as in Europe/Zurich or UTC", unknown);
        }
    }

    private static @Nullable LocalDateTime date(@Nullable String text) {
        try {
            return text == null ? null : LocalDateTime.parse(text);
        } catch (DateTimeException unreadable) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no date with time: write it as in 2026-12-01T08:00, without a zone",
                    unreadable);
        }
    }

    private static LocalTime time(@Nullable String text, String key) {
        if (text == null) {
            throw new IllegalArgumentException("a weekly window needs \"" + key + "\", as in 08:00");
        }
        if (text.equals(END_OF_DAY)) {
            return LocalTime.MIDNIGHT;
        }
        try {
            return LocalTime.parse(text);
        } catch (DateTimeException unreadable) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no time of day: write it as in 08:00 or 18:30", unreadable);
        }
    }

    private static Set<DayOfWeek> days(@Nullable List<String> names) {
        if (names == null) {
            return EnumSet.allOf(DayOfWeek.class);
        }
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (String name : names) {
            days.add(day(name));
        }
        return days;
    }

    private static DayOfWeek day(@Nullable String name) {
        if (name != null && name.length() >= SHORT) {
            for (DayOfWeek day : DayOfWeek.values()) {
                if (day.name().startsWith(name.toUpperCase(Locale.ROOT))) {
                    return day;
                }
            }
        }
        throw new IllegalArgumentException("\"" + name + "\" is no day: use MON, TUE, WED, THU, FRI, SAT, SUN");
    }
}
