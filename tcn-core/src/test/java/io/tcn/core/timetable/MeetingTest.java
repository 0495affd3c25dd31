// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.timetable;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whether timetables are ever in force together.
class MeetingTest {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final Instant WINTER = Instant.parse("2026-11-26T00:00:00Z");
    private static final Set<DayOfWeek> EVERY_DAY = EnumSet.allOf(DayOfWeek.class);
    private static final Set<DayOfWeek> WORKING_DAYS = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);

    private static Timetable weekly(ZoneId zone, Set<DayOfWeek> days, String from, String until) {
        return new Timetable(
                zone, null, null, List.of(new WeeklyWindow(days, LocalTime.parse(from), LocalTime.parse(until))));
    }

    private static Timetable between(ZoneId zone, @Nullable String from, @Nullable String until) {
        return new Timetable(
                zone,
                from == null ? null : LocalDateTime.parse(from),
                until == null ? null : LocalDateTime.parse(until),
                List.of());
    }

    @Test
    void officeHoursMeetThoseOfEveryDay() {
        Timetable office = weekly(ZURICH, WORKING_DAYS, "08:00", "18:00");
        Timetable daily = weekly(ZURICH, EVERY_DAY, "09:00", "17:00");

        // 26 November 2026 is a Thursday; 9 h in Zurich are 8 h UTC.
        assertThat(office.meets(daily, WINTER)).contains(Instant.parse("2026-11-26T08:00:00Z"));
        assertThat(daily.meets(office, WINTER)).contains(Instant.parse("2026-11-26T08:00:00Z"));
    }

    @Test
    void whatEndsWhenAnotherBeginsDoesNotMeetIt() {
        Timetable morning = weekly(ZURICH, EVERY_DAY, "08:00", "12:00");

        assertThat(morning.meets(weekly(ZURICH, EVERY_DAY, "12:00", "08:00"), WINTER))
                .isEmpty();
        assertThat(morning.meets(weekly(ZURICH, EVERY_DAY, "12:00", "08:01"), WINTER))
                .isPresent();
        assertThat(between(ZURICH, null, "2027-01-01T00:00").meets(between(ZURICH, "2027-01-01T00:00", null), WINTER))
                .isEmpty();
    }

    @Test
    void aNightThatGoesOnAcrossMidnightMeetsTheMorningAfter() {
        Timetable night = weekly(ZURICH, EnumSet.of(DayOfWeek.SUNDAY), "22:00", "06:00");

        assertThat(night.meets(weekly(ZURICH, EnumSet.of(DayOfWeek.MONDAY), "05:00", "07:00"), WINTER))
                .isPresent();
        assertThat(night.meets(weekly(ZURICH, EnumSet.of(DayOfWeek.SUNDAY), "05:00", "07:00"), WINTER))
                .isEmpty();
    }

    @Test
    void zonesThatChangeTheirClocksOnDifferentDaysMeetInTheWeeksBetween() {
        // New York is 6 h behind but for some weeks in March and one in autumn, in which it is 5 h.
        Timetable zurich = weekly(ZURICH, WORKING_DAYS, "08:00", "09:00");
        Timetable newYork = weekly(NEW_YORK, WORKING_DAYS, "03:00", "04:00");

        assertThat(zurich.meets(newYork, WINTER)).contains(Instant.parse("2027-03-15T07:00:00Z"));
    }

    @Test
    void aWindowInTheHourThatIsLeftOutMeetsThatAfterIt() {
        Timetable gap = weekly(ZURICH, EnumSet.of(DayOfWeek.SUNDAY), "02:10", "02:50");
        Timetable after = weekly(ZURICH, EnumSet.of(DayOfWeek.SUNDAY), "03:00", "04:00");

        assertThat(gap.meets(after, WINTER)).contains(Instant.parse("2027-03-28T01:10:00Z"));
    }

    @Test
    void whatIsOverMeetsNothing() {
        Timetable over = between(ZURICH, null, "2026-11-01T00:00");

        assertThat(over.meets(between(ZURICH, "2026-01-01T00:00", null), WINTER))
                .isEmpty();
    }

    @Test
    void datesFarAheadAreReached() {
        Timetable later = between(ZURICH, "2041-05-01T00:00", "2041-05-03T00:00");

        // 1 May 2041 is a Wednesday.
        assertThat(later.meets(weekly(ZURICH, EnumSet.of(DayOfWeek.THURSDAY), "10:00", "11:00"), WINTER))
                .contains(Instant.parse("2041-05-02T08:00:00Z"));
        assertThat(later.meets(weekly(ZURICH, EnumSet.of(DayOfWeek.FRIDAY), "10:00", "11:00"), WINTER))
                .isEmpty();
    }

    /// Seeded timetables that end within 25 days, around both changes of the clock, against each minute of these days.
    @ParameterizedTest
    @ValueSource(strings = {"2026-03-18T00:00:00Z", "2026-10-20T00:00:00Z"})
    void eachMinuteSaysTheSame(String begin) {
        Instant after = Instant.parse(begin);
        Random random = new Random(after.getEpochSecond());
        List<Timetable> tables = new ArrayList<>();
        List<BitSet> minutes = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            Timetable table = timetable(random, after);
            tables.add(table);
            minutes.add(minutes(table, after));
        }
        int meeting = 0;
        for (int i = 0; i < tables.size(); i++) {
            for (int k = 0; k < i; k++) {
                BitSet both = (BitSet) minutes.get(i).clone();
                both.and(minutes.get(k));
                String pair = tables.get(i).inWords() + " / " + tables.get(k).inWords();
                assertThat(tables.get(i).meets(tables.get(k), after))
                        .as(pair)
                        .isEqualTo(
                                both.isEmpty()
                                        ? Optional.empty()
                                        : Optional.of(after.plusSeconds(60L * both.nextSetBit(0))));
                meeting += both.isEmpty() ? 0 : 1;
            }
        }
        // Some meet, some do not: the check sees both.
        assertThat(meeting).isBetween(20, 250);
        for (int i = 0; i + 4 <= tables.size(); i += 4) {
            List<Timetable> four = tables.subList(i, i + 4);
            List<BitSet> ofFour = minutes.subList(i, i + 4);
            long most = 0;
            for (int minute = 0; minute < MINUTES; minute++) {
                int at = minute;
                most = Math.max(most, ofFour.stream().filter(set -> set.get(at)).count());
            }
            assertThat(Moments.of(four, after).stream()
                            .mapToLong(at -> four.stream()
                                    .filter(table -> table.isInForce(at))
                                    .count())
                            .max())
                    .as("four from number " + i)
                    .hasValue(most);
        }
    }

    private static final int DAYS = 25;
    private static final int MINUTES = DAYS * 24 * 60;

    private static BitSet minutes(Timetable table, Instant after) {
        BitSet minutes = new BitSet(MINUTES);
        for (int i = 0; i < MINUTES; i++) {
            minutes.set(i, table.isInForce(after.plusSeconds(60L * i)));
        }
        return minutes;
    }

    private static Timetable timetable(Random random, Instant after) {
        List<ZoneId> zones = List.of(
                ZURICH, NEW_YORK, ZoneId.of("UTC"), ZoneId.of("Asia/Kolkata"), ZoneId.of("Australia/Lord_Howe"));
        ZoneId zone = zones.get(random.nextInt(zones.size()));
        while (true) {
            LocalDateTime first = after.atZone(zone).toLocalDateTime().plusMinutes(random.nextInt(20 * 24 * 60));
            LocalDateTime last = first.plusMinutes(1 + random.nextInt(20 * 24 * 60));
            LocalDateTime end = after.atZone(zone).toLocalDateTime().plusDays(DAYS - 2);
            List<WeeklyWindow> windows = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                windows.add(window(random));
            }
            try {
                return new Timetable(
                        zone, random.nextBoolean() ? first : null, last.isBefore(end) ? last : end, windows);
            } catch (IllegalArgumentException again) {
                // windows overlap, or a date does not exist
            }
        }
    }

    private static WeeklyWindow window(Random random) {
        Set<DayOfWeek> days = EnumSet.of(DayOfWeek.of(1 + random.nextInt(7)));
        for (int i = random.nextInt(3); i > 0; i--) {
            days.add(DayOfWeek.of(1 + random.nextInt(7)));
        }
        LocalTime from = LocalTime.of(random.nextInt(24), random.nextInt(60));
        // Short ones often, and those within the hours in which clocks change.
        LocalTime begin = random.nextInt(4) == 0 ? LocalTime.of(1 + random.nextInt(3), random.nextInt(60)) : from;
        int length = random.nextBoolean() ? 1 + random.nextInt(120) : 1 + random.nextInt(24 * 60 - 1);
        return new WeeklyWindow(days, begin, begin.plusMinutes(length));
    }
}
