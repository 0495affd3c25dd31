// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.timetable;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import io.tcn.core.timetable.Timetable;
import io.tcn.core.timetable.TimetableText;
import io.tcn.core.timetable.WeeklyWindow;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Timetables as they are written: `{"zone": "Europe/Zurich", "from": "2026-12-01T00:00", "weekly": [{"days": ["MON",
/// "TUE"], "from": "08:00", "until": "18:00"}]}`.
public final class Timetables {
    private static final JsonMapper MAPPER = JsonMapper.shared();
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
        List<@Nullable WrittenWindow> weekly = written.weekly() == null ? List.of() : written.weekly();
        List<TimetableText.@Nullable Window> windows = new ArrayList<>();
        for (WrittenWindow window : weekly) {
            windows.add(window == null ? null : new TimetableText.Window(window.days(), window.from(), window.until()));
        }
        return TimetableText.read(written.zone(), written.from(), written.until(), windows);
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
