// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.timetable;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// When something is in force: between two dates, and there in the windows of the week; without windows all the time.
///
/// All times are those of the zone's clocks. Where summer time leaves an hour out, a weekly window begins or ends so
/// much
/// later, and never begins later than it ends; where an hour comes twice, it begins and ends with the first.
///
/// @param zone whose clocks
/// @param from first moment; null: since ever
/// @param until first moment after it; null: for ever
/// @param weekly windows that do not overlap; empty: always between the dates
public record Timetable(
        ZoneId zone, @Nullable LocalDateTime from, @Nullable LocalDateTime until, List<WeeklyWindow> weekly) {
    /// From the day before a moment to two weeks after it: a window of one day of the week is gone from the week in
    /// which summer time leaves it out.
    private static final int DAYS_AHEAD = 17;

    private static final int LAST_YEAR = 9999;

    /// @throws IllegalArgumentException if windows overlap, a date does not exist, or the end is not behind the
    ///     beginning
    public Timetable {
        weekly = List.copyOf(weekly);
        refuseFar(from, "from");
        refuseFar(until, "until");
        refuseGap(from, "from", zone);
        refuseGap(until, "until", zone);
        if (from != null && until != null && !until.atZone(zone).isAfter(from.atZone(zone))) {
            throw new IllegalArgumentException("\"until\" (" + until + ") must be after \"from\" (" + from + ")");
        }
        for (int i = 0; i < weekly.size(); i++) {
            for (int k = i + 1; k < weekly.size(); k++) {
                if (weekly.get(i).overlaps(weekly.get(k))) {
                    throw new IllegalArgumentException("the weekly windows " + (i + 1) + " and " + (k + 1)
                            + " overlap: give each moment of the week once");
                }
            }
        }
    }

    /// Beyond these years there is nothing to look ahead to, and others cannot read them.
    private static void refuseFar(@Nullable LocalDateTime time, String key) {
        if (time != null && (time.getYear() < 1 || time.getYear() > LAST_YEAR)) {
            throw new IllegalArgumentException("\"" + key + "\": " + time + " is not within the years 1 to " + LAST_YEAR
                    + "; leave it out for \"always\"");
        }
    }

    private static void refuseGap(@Nullable LocalDateTime time, String key, ZoneId zone) {
        if (time != null && zone.getRules().getValidOffsets(time).isEmpty()) {
            throw new IllegalArgumentException("\"" + key + "\": " + time + " does not exist in " + zone
                    + ", where summer time leaves that hour out");
        }
    }

    /// Whether it is in force at a moment.
    public boolean isInForce(Instant at) {
        if (from != null && at.isBefore(from.atZone(zone).toInstant())) {
            return false;
        }
        if (until != null && !at.isBefore(until.atZone(zone).toInstant())) {
            return false;
        }
        return weekly.isEmpty() || weekly.stream().anyMatch(window -> isIn(window, at));
    }

    private boolean isIn(WeeklyWindow window, Instant at) {
        LocalDate today = at.atZone(zone).toLocalDate();
        // The window of yesterday may go on across midnight.
        return Stream.of(today.minusDays(1), today)
                .filter(day -> window.days().contains(day.getDayOfWeek()))
                .anyMatch(day -> !at.isBefore(window.begins(day, zone).toInstant())
                        && at.isBefore(window.ends(day, zone).toInstant()));
    }

    /// The first moment, not before another, at which this one and another are both in force; empty if there is none.
    /// How far it looks, [Moments] says.
    public Optional<Instant> meets(Timetable other, Instant after) {
        return Moments.of(List.of(this, other), after).stream()
                .filter(at -> isInForce(at) && other.isInForce(at))
                .findFirst();
    }

    /// As in `MON TUE 08:00-18:00, from 2026-12-01T00:00, Europe/Zurich`.
    public String inWords() {
        List<String> parts = new ArrayList<>();
        weekly.forEach(window -> parts.add(window.inWords()));
        if (from != null) {
            parts.add("from " + from);
        }
        if (until != null) {
            parts.add("until " + until);
        }
        parts.add(zone.getId());
        return String.join(", ", parts);
    }

    /// The next moment after another at which it comes into force or ends; empty if it stays as it is.
    public Optional<Instant> nextChange(Instant after) {
        boolean now = isInForce(after);
        Instant begin = from == null ? Instant.MIN : from.atZone(zone).toInstant();
        Instant end = until == null ? Instant.MAX : until.atZone(zone).toInstant();
        Instant search = after.isBefore(begin) ? begin.minusNanos(1) : after;
        LocalDate first = search.atZone(zone).toLocalDate().minusDays(1);
        Stream<Instant> ofWeek = weekly.stream()
                .flatMap(window -> first.datesUntil(first.plusDays(DAYS_AHEAD))
                        .filter(day -> window.days().contains(day.getDayOfWeek()))
                        .flatMap(day -> Stream.of(window.begins(day, zone), window.ends(day, zone))))
                .map(ZonedDateTime::toInstant);
        return Stream.concat(Stream.of(begin, end), ofWeek)
                .filter(Objects::nonNull)
                .filter(at -> at.isAfter(after) && !at.isAfter(end) && !at.equals(Instant.MAX))
                .sorted()
                .filter(at -> isInForce(at) != now)
                .findFirst();
    }
}
