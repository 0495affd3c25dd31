// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.timetable;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/// Hours of some days of the week. A window that ends before it begins goes on across midnight, and belongs to the day
/// on which it begins; one that begins and ends at the same time lasts 24 hours of the clock.
///
/// @param days days on which it begins, at least one
/// @param from first moment
/// @param until first moment after it
public record WeeklyWindow(Set<DayOfWeek> days, LocalTime from, LocalTime until) {
    private static final int MINUTES_OF_DAY = 24 * 60;

    public WeeklyWindow {
        if (days.isEmpty()) {
            throw new IllegalArgumentException("a weekly window needs at least one day");
        }
        if (from.getSecond() != 0 || from.getNano() != 0 || until.getSecond() != 0 || until.getNano() != 0) {
            throw new IllegalArgumentException("weekly windows begin and end at whole minutes, as in 08:30");
        }
        days = Collections.unmodifiableSet(EnumSet.copyOf(days));
    }

    /// As in `MON TUE 08:00-18:00`.
    String inWords() {
        String when = from + "-" + (until.equals(LocalTime.MIDNIGHT) ? "24:00" : until.toString());
        return days.size() == DayOfWeek.values().length
                ? when
                : days.stream().map(day -> day.name().substring(0, 3)).collect(Collectors.joining(" ")) + " " + when;
    }

    private boolean crossesMidnight() {
        return !until.isAfter(from);
    }

    /// When the window of a day begins. Where summer time leaves the hour out, it begins so much later; where that
    /// would
    /// be after its end, with the end of the gap.
    ZonedDateTime begins(LocalDate day, ZoneId zone) {
        ZonedDateTime begin = ZonedDateTime.of(day, from, zone);
        if (begin.isBefore(ends(day, zone))) {
            return begin;
        }
        ZoneOffsetTransition gap = zone.getRules().getTransition(LocalDateTime.of(day, from));
        return gap == null ? begin : gap.getInstant().atZone(zone);
    }

    /// When the window of a day ends.
    ZonedDateTime ends(LocalDate day, ZoneId zone) {
        return ZonedDateTime.of(crossesMidnight() ? day.plusDays(1) : day, until, zone);
    }

    /// Whether both have a moment of the week in common.
    boolean overlaps(WeeklyWindow other) {
        for (DayOfWeek mine : days) {
            for (DayOfWeek others : other.days) {
                int distance = Math.floorMod(other.startMinute(others) - startMinute(mine), 7 * MINUTES_OF_DAY);
                if (distance < minutes() || 7 * MINUTES_OF_DAY - distance < other.minutes()) {
                    return true;
                }
            }
        }
        return false;
    }

    private int startMinute(DayOfWeek day) {
        return (day.getValue() - 1) * MINUTES_OF_DAY + from.toSecondOfDay() / 60;
    }

    private int minutes() {
        int minutes = (until.toSecondOfDay() - from.toSecondOfDay()) / 60;
        return minutes > 0 ? minutes : minutes + MINUTES_OF_DAY;
    }
}
