// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.timetable;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The moments at which several timetables show all that they do together: those that are in force at one time are
/// all in force at one of these moments too.
///
/// A set of timetables comes into force together when the last of them does, so the beginnings of windows and dates
/// are enough. Where neither a date begins nor a clock changes, each week is like the one before it: beginnings are
/// looked at in the days around the first moment, around each date, and around the changes of the clocks in the two
/// years after these. What meets only by changes of clocks later than that is not found, nor what begins in more than
/// a century.
///
/// Cost: O(timetables * windows * (dates + changes of clocks)).
public final class Moments {
    private static final int DAYS_BEFORE = 2;
    private static final int DAYS_AFTER = 9;
    private static final Duration CLOCKS_AHEAD = Duration.ofDays(2L * 366);
    private static final Duration CENTURY = Duration.ofDays(36_525);

    private Moments() {}

    /// @param after the first moment that counts
    public static NavigableSet<Instant> of(Collection<Timetable> timetables, Instant after) {
        NavigableSet<Instant> moments = new TreeSet<>(dates(timetables, after));
        List<Instant> turns = new ArrayList<>(moments);
        Set<ZoneId> zones = timetables.stream().map(Timetable::zone).collect(Collectors.toSet());
        zones.forEach(zone -> turns.addAll(changes(zone, moments)));
        for (Timetable timetable : timetables) {
            for (LocalDate day : days(timetable.zone(), turns)) {
                timetable.weekly().stream()
                        .filter(window -> window.days().contains(day.getDayOfWeek()))
                        .map(window -> window.begins(day, timetable.zone()).toInstant())
                        .filter(begin -> !begin.isBefore(after))
                        .forEach(moments::add);
            }
        }
        return moments;
    }

    private static NavigableSet<Instant> dates(Collection<Timetable> timetables, Instant after) {
        NavigableSet<Instant> dates = new TreeSet<>();
        dates.add(after);
        for (Timetable timetable : timetables) {
            LocalDateTime from = timetable.from();
            if (from != null) {
                Instant begin = from.atZone(timetable.zone()).toInstant();
                if (begin.isAfter(after) && begin.isBefore(after.plus(CENTURY))) {
                    dates.add(begin);
                }
            }
        }
        return dates;
    }

    private static Set<Instant> changes(ZoneId zone, Collection<Instant> dates) {
        Set<Instant> changes = new TreeSet<>();
        for (Instant date : dates) {
            Instant end = date.plus(CLOCKS_AHEAD);
            ZoneOffsetTransition next = zone.getRules().nextTransition(date);
            while (next != null && next.getInstant().isBefore(end)) {
                changes.add(next.getInstant());
                next = zone.getRules().nextTransition(next.getInstant());
            }
        }
        return changes;
    }

    private static Set<LocalDate> days(ZoneId zone, Collection<Instant> turns) {
        Set<LocalDate> days = new TreeSet<>();
        for (Instant turn : turns) {
            LocalDate day = turn.atZone(zone).toLocalDate();
            day.minusDays(DAYS_BEFORE).datesUntil(day.plusDays(DAYS_AFTER)).forEach(days::add);
        }
        return days;
    }
}
