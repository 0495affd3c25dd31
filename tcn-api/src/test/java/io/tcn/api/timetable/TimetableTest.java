// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.timetable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.timetable.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When a timetable is in force, across midnight and across both changes of the clock.
class TimetableTest {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
    private static final String OFFICE =
            "{'zone': 'Europe/Zurich', 'weekly': [{'days': ['MON','TUE','WED','THU','FRI'], 'from': '08:00', 'until': '18:00'}]}";
    private static final String NIGHT =
            "{'zone': 'Europe/Zurich', 'weekly': [{'days': ['SAT'], 'from': '22:00', 'until': '06:00'}]}";

    private static Timetable read(String json) {
        return Timetables.parse(json.replace('\'', '"'));
    }

    private static Instant at(String local) {
        return LocalDateTime.parse(local).atZone(ZURICH).toInstant();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-23T07:59:59, false",
        "2026-11-23T08:00, true",
        "2026-11-23T17:59:59, true",
        "2026-11-23T18:00, false",
        "2026-11-22T12:00, false",
        "2026-07-01T08:00, true"
    })
    void officeHoursAreThoseOfTheZonesClock(String local, boolean inForce) {
        assertThat(read(OFFICE).isInForce(at(local))).isEqualTo(inForce);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T21:59, false",
        "2026-11-21T22:00, true",
        "2026-11-22T05:59, true",
        "2026-11-22T06:00, false",
        "2026-11-22T22:30, false",
        "2026-03-29T03:30, true",
        "2026-03-29T06:00, false"
    })
    void aWindowThatCrossesMidnightBelongsToTheDayOnWhichItBegins(String local, boolean inForce) {
        assertThat(read(NIGHT).isInForce(at(local))).isEqualTo(inForce);
    }

    @Test
    void theNightOfTheChangeIsAnHourShorterOrLonger() {
        assertThat(length(read(NIGHT), at("2026-03-28T21:00"))).isEqualTo(Duration.ofHours(7));
        assertThat(length(read(NIGHT), at("2026-10-24T21:00"))).isEqualTo(Duration.ofHours(9));
        assertThat(length(read(NIGHT), at("2026-11-21T21:00"))).isEqualTo(Duration.ofHours(8));
    }

    private static Duration length(Timetable timetable, Instant before) {
        Instant begin = timetable.nextChange(before).orElseThrow();
        return Duration.between(begin, timetable.nextChange(begin).orElseThrow());
    }

    @Test
    void aWindowWithinTheHourThatIsLeftOutComesAfterIt() {
        Timetable gap =
                read("{'zone': 'Europe/Zurich', 'weekly': [{'days': ['SUN'], 'from': '02:10', 'until': '02:50'}]}");

        assertThat(gap.nextChange(at("2026-03-29T00:00"))).contains(at("2026-03-29T03:10"));
        assertThat(gap.isInForce(at("2026-03-29T03:10"))).isTrue();
        assertThat(gap.nextChange(at("2026-03-29T03:10"))).contains(at("2026-03-29T03:50"));
    }

    @Test
    void aWindowThatBeginsInTheHourThatIsLeftOutIsNotLost() {
        Timetable gap =
                read("{'zone': 'Europe/Zurich', 'weekly': [{'days': ['SUN'], 'from': '02:30', 'until': '03:15'}]}");

        assertThat(gap.nextChange(at("2026-03-28T00:00"))).contains(at("2026-03-29T03:00"));
        assertThat(gap.isInForce(at("2026-03-29T03:14"))).isTrue();
        assertThat(gap.isInForce(at("2026-03-29T03:15"))).isFalse();
    }

    @Test
    void aWindowThatIsLeftOutWholeComesBackAWeekLater() {
        Timetable gap =
                read("{'zone': 'Europe/Zurich', 'weekly': [{'days': ['SUN'], 'from': '02:30', 'until': '03:00'}]}");

        assertThat(gap.isInForce(at("2026-03-29T03:00"))).isFalse();
        assertThat(gap.nextChange(at("2026-03-22T04:00"))).contains(at("2026-04-05T02:30"));
        assertThat(gap.nextChange(at("2026-03-22T02:30"))).contains(at("2026-03-22T03:00"));
    }

    @Test
    void datesBoundTheWindowsOfTheWeek() {
        Timetable december = read("{'zone': 'Europe/Zurich', 'from': '2026-12-01T12:00', 'until': '2026-12-03T12:00',"
                + " 'weekly': [{'days': ['TUE','WED','THU','FRI'], 'from': '08:00', 'until': '18:00'}]}");

        assertThat(december.nextChange(at("2026-11-01T00:00"))).contains(at("2026-12-01T12:00"));
        assertThat(december.nextChange(at("2026-12-01T12:00"))).contains(at("2026-12-01T18:00"));
        assertThat(december.nextChange(at("2026-12-03T09:00"))).contains(at("2026-12-03T12:00"));
        assertThat(december.nextChange(at("2026-12-03T12:00"))).isEmpty();
        assertThat(december.isInForce(at("2026-12-04T09:00"))).isFalse();
    }

    @Test
    void withoutWindowsItHoldsAllTheTimeBetweenTheDates() {
        Timetable until = read("{'zone': 'UTC', 'until': '2026-12-03T12:00'}");

        assertThat(until.isInForce(Instant.parse("2000-01-01T00:00:00Z"))).isTrue();
        assertThat(until.nextChange(Instant.parse("2000-01-01T00:00:00Z")))
                .contains(Instant.parse("2026-12-03T12:00:00Z"));
        assertThat(until.nextChange(Instant.parse("2026-12-03T12:00:00Z"))).isEqualTo(Optional.empty());
    }

    @Test
    void theNextChangeIsTheFirstMomentAtWhichItIsOtherwise() {
        Random random = new Random(7);
        Timetable[] tables = {read(OFFICE), read(NIGHT)};
        for (int i = 0; i < 2000; i++) {
            Timetable table = tables[i % 2];
            Instant from = at("2026-01-01T00:00").plusSeconds(random.nextInt(366 * 86400));
            Instant change = table.nextChange(from).orElseThrow();
            assertThat(table.isInForce(change)).isNotEqualTo(table.isInForce(from));
            assertThat(table.isInForce(change.minusSeconds(1))).isEqualTo(table.isInForce(from));
            long between = Duration.between(from, change).toSeconds();
            Instant middle = from.plusSeconds(between > 1 ? random.nextLong(between) : 0);
            assertThat(table.isInForce(middle)).isEqualTo(table.isInForce(from));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'zone': 'Europe/Zurch', 'from': '2026-01-01T00:00'} | Europe/Zurch",
                "{'from': '2026-01-01T00:00'} | zone",
                "{'zone': 'UTC'} | says nothing",
                "{'zone': 'Europe/Zurich', 'from': '2026-03-29T02:30'} | does not exist",
                "{'zone': 'UTC', 'from': '2026-01-02T00:00', 'until': '2026-01-01T00:00'} | must be after",
                "{'zone': 'UTC', 'from': '+999999999-12-30T23:00'} | years 1 to 9999",
                "{'zone': 'UTC', 'until': '-0044-03-15T12:00'} | years 1 to 9999",
                "{'zone': 'UTC', 'weekly': [{'days': ['MON'], 'from': '8', 'until': '9:00'}]} | time of day",
                "{'zone': 'UTC', 'weekly': [{'days': ['MO'], 'from': '08:00', 'until': '09:00'}]} | no day",
                "{'zone': 'UTC', 'weekly': [null]} | an object with",
                "{'zone': 'UTC', 'weekly': [{'days': [], 'from': '08:00', 'until': '09:00'}]} | at least one day",
                "{'zone': 'UTC', 'weekly': [{'days': ['SUN'], 'from': '22:00', 'until': '06:00'},"
                        + " {'days': ['MON'], 'from': '05:00', 'until': '07:00'}]} | overlap",
                "{'zone': 'UTC', 'weekly': [{'from': '08:00', 'until': '09:00'},"
                        + " {'days': ['FRI'], 'from': '08:30', 'until': '08:40'}]} | overlap"
            })
    void whatMakesNoSenseIsRefusedWithAReason(String json, String words) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(json)).withMessageContaining(words);
    }

    @Test
    void whatWasWrittenReadsTheSame() {
        for (String json : new String[] {OFFICE, NIGHT, "{'zone': 'UTC', 'until': '2026-12-03T12:00'}"}) {
            assertThat(Timetables.parse(Timetables.text(read(json)))).isEqualTo(read(json));
        }
        Timetable day = read("{'zone': 'UTC', 'weekly': [{'from': '00:00', 'until': '24:00'}]}");
        assertThat(day.isInForce(Instant.parse("2026-11-22T23:59:59Z"))).isTrue();
        assertThat(Timetables.parse(Timetables.text(day))).isEqualTo(day);
        assertThat(day.nextChange(Instant.parse("2026-11-22T23:59:59Z"))).isEmpty();
    }
}
