// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.timetable;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
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
import tools.jackson.databind.json.JsonMapper;

/// Timetables as they are written: `{"zone": "Europe/Zurich", "from": "2026-12-01T00:00", "weekly": [{"days": ["MON",
/// "TUE"], "from": "08:00", "until": "18:00"}]}`.
public final class Timetables {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int MOST_WINDOWS = 50;
    private static final int SHORT = 3;

    private Timetables() {}

    /// A timetable as it is written.
    @About("When something is in force: between two dates, and there in the windows of the week.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Written(
            @About(value = "Whose clocks, as in Europe/Zurich.", required = true) @Nullable
            String zone,

            @About("First moment, date and time of the zone, as in 2026-12-01T08:00.") @Nullable
            String from,

            @About("First moment after it, date and time of the zone.") @Nullable
            String until,

            @About("Windows of the week; without any it holds all the time between the dates.") @Nullable
            List<@Nullable WrittenWindow> weekly) {}

    /// A window as it is written.
    @About("A window of the week. One that ends before it begins goes on across midnight.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record WrittenWindow(
            @About("Days on which it begins, as in MON; every day if none are given.") @Nullable
            List<String> days,

            @About(value = "As in 08:00.", required = true) @Nullable
            String from,

            @About(value = "As in 18:00, or 24:00.", required = true) @Nullable
            String until) {}

    /// Reads a timetable.
    ///
    /// @throws IllegalArgumentException with what is wrong
    public static Timetable read(Written written) {
        if (written.zone() == null) {
            throw new IllegalArgumentException("\"when\" needs a \"zone\", as in Europe/Zurich or UTC");
        }
        List<@Nullable WrittenWindow> weekly = written.weekly() == null ? List.of() : written.weekly();
        if (weekly.isEmpty() && written.from() == null && written.until() == null) {
            throw new IllegalArgumentException("\"when\" says nothing: give \"from\", \"until\" or \"weekly\"");
        }
        if (weekly.size() > MOST_WINDOWS) {
            throw new IllegalArgumentException("at most " + MOST_WINDOWS + " weekly windows");
        }
        List<WeeklyWindow> windows = new ArrayList<>();
        for (@Nullable WrittenWindow window : weekly) {
            if (window == null) {
                throw new IllegalArgumentException(
                        "a weekly window is an object with \"days\", \"from\" and \"until\"");
            }
            windows.add(
                    new WeeklyWindow(days(window.days()), time(window.from(), "from"), time(window.until(), "until")));
        }
        return new Timetable(zone(written.zone()), date(written.from()), date(written.until()), windows);
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
        if (text.equals("24:00")) {
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

    /// A timetable as it is written.
    public static Written view(Timetable timetable) {
        LocalDateTime from = timetable.from();
        LocalDateTime until = timetable.until();
        return new Written(
                timetable.zone().getId(),
                from == null ? null : from.toString(),
                until == null ? null : until.toString(),
                timetable.weekly().isEmpty()
                        ? null
                        : timetable.weekly().stream().map(Timetables::view).toList());
    }

    private static WrittenWindow view(WeeklyWindow window) {
        return new WrittenWindow(
                window.days().stream()
                        .map(day -> day.name().substring(0, SHORT))
                        .toList(),
                window.from().toString(),
                window.until().equals(LocalTime.MIDNIGHT)
                        ? "24:00"
                        : window.until().toString());
    }

    /// A timetable as one line of JSON.
    public static String text(Timetable timetable) {
        return MAPPER.writeValueAsString(view(timetable));
    }

    /// Reads what [#text] has written.
    public static Timetable parse(String text) {
        return read(MAPPER.readValue(text, Written.class));
    }
}
