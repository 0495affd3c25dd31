// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Resource controls by the clock in a run. A link of 10 Gbit/s, a connection carries 1 Gbit/s, files of 2 Gbit come
/// five times a second on each pipe: 10 Gbit/s.
class TimetableRunTest {
    @SuppressWarnings("InlineFormatString") // the world is told before what happens in it
    private static final String WORLD = """
            {"schema": 2, "seed": 3, "startsAt": "%s",
             "topology": {"inline": {
               "nodes": [{"id": "a", "type": "site"}, {"id": "b", "type": "site"}],
               "links": [{"id": "ab", "a": "a", "b": "b", "capacityGbps": 10}]}},
             "pipes": [{"id": "p", "src": "a", "dst": "b", "user": "cms"},
                       {"id": "q", "src": "a", "dst": "b", "user": "atlas"}],
             "physics": {"deterioration": 0, "connectionCeilingGbps": 1},
             "storages": {"everywhere": {"readGbps": 100, "writeGbps": 100}},
             "settings": {"horizonSeconds": %d, "intervalSeconds": %d},
             "resourceControls": [%s],
             "arrivals": [{"pipes": %s, "everySeconds": %s, "sizes": {"fixedBytes": 250000000}, "untilSeconds": %d}]}
            """;

    @TempDir
    private Path folder;

    private Scenario read(String startsAt, int horizon, int interval, String pipes, String controls)
            throws IOException, InvalidScenarioException {
        Path file = folder.resolve("s.json");
        Files.writeString(
                file,
                WORLD.formatted(
                        startsAt, horizon, interval, controls, pipes, pipes.contains(",") ? "0.1" : "0.2", horizon));
        return new ScenarioReader().read(file.toString(), null);
    }

    private static List<IntervalRecord> run(Scenario scenario) {
        return Worlds.run(scenario, "tcn", SimulationSettings.of(scenario), 1).intervals();
    }

    private static double gbps(List<IntervalRecord> intervals, int pipe, double from, double until) {
        return intervals.stream()
                        .filter(interval -> interval.endSeconds() > from && interval.endSeconds() <= until)
                        .mapToDouble(interval -> interval.throughputBps().get(pipe))
                        .average()
                        .orElseThrow()
                / 1e9;
    }

    /// Sunday 28 March 2027 in Zurich: clocks go from 02:00 to 03:00, so 01:30 to 03:30 is one hour. The run begins at
    /// 01:10 there.
    @Test
    void aBoundBeginsAndEndsWithItsWindowAndTheNextIntervalHoldsIt() throws Exception {
        List<IntervalRecord> intervals = run(read(
                "2027-03-28T00:10:00Z",
                6000,
                60,
                "[\"p\"]",
                "{\"user\": \"cms\", \"resources\": \"link:ab:a>b\", \"boundGbps\": 2, \"when\": {\"zone\":"
                        + " \"Europe/Zurich\", \"weekly\": [{\"days\": [\"SUN\"], \"from\": \"01:30\", \"until\":"
                        + " \"03:30\"}]}}"));

        assertThat(gbps(intervals, 0, 600, 1200)).isGreaterThan(7);
        // What runs when it begins runs on: 8 Gbit/s too much for 2 s of 60.
        assertThat(gbps(intervals, 0, 1200, 1260)).isLessThan(2.4);
        for (double end = 1320; end <= 4800; end += 60) {
            assertThat(gbps(intervals, 0, end - 60, end)).as("until %s s", end).isLessThan(2.1);
        }
        assertThat(gbps(intervals, 0, 1800, 4800)).isGreaterThan(1.6);
        assertThat(gbps(intervals, 0, 5400, 6000)).isGreaterThan(7);
    }

    @Test
    void betweenTwoDatesTheWindowsOfOneNightGoAcrossMidnight() throws Exception {
        String bound = "{\"user\": \"cms\", \"resources\": \"link:ab:a>b\", \"boundGbps\": %s, \"when\": {\"zone\":"
                + " \"UTC\", %s}}";
        // Two bounds of one kind in turn: by night, and for a while of a date.
        List<IntervalRecord> intervals = run(read(
                "2026-12-01T23:50:00Z",
                3000,
                60,
                "[\"p\"]",
                bound.formatted("2", "\"weekly\": [{\"from\": \"23:55\", \"until\": \"00:10\"}]") + ", "
                        + bound.formatted("4", "\"from\": \"2026-12-02T00:10\", \"until\": \"2026-12-02T00:25\"")));

        assertThat(gbps(intervals, 0, 360, 1200)).isBetween(1.6, 2.1);
        assertThat(gbps(intervals, 0, 1260, 2100)).isBetween(3.0, 4.2);
        for (double end = 1260; end <= 2100; end += 60) {
            assertThat(gbps(intervals, 0, end - 60, end)).as("until %s s", end).isLessThan(4.2);
        }
        assertThat(gbps(intervals, 0, 2400, 3000)).isGreaterThan(6);
    }

    @Test
    void guaranteesAndWeightsGoByTheClockToo() throws Exception {
        String when = "\"when\": {\"zone\": \"UTC\", \"weekly\": [{\"from\": \"12:20\", \"until\": \"12:50\"}]}}";
        List<IntervalRecord> guaranteed = run(read(
                "2026-12-01T12:00:00Z",
                3000,
                30,
                "[\"p\", \"q\"]",
                "{\"user\": \"atlas\", \"resources\": \"link:ab:a>b\", \"guaranteeGbps\": 7, " + when));
        List<IntervalRecord> weighted = run(read(
                "2026-12-01T12:00:00Z",
                3000,
                30,
                "[\"p\", \"q\"]",
                "{\"user\": \"atlas\", \"resources\": \"link:ab:a>b\", \"weight\": 3, " + when));

        for (List<IntervalRecord> intervals : List.of(guaranteed, weighted)) {
            assertThat(gbps(intervals, 1, 600, 1200)).isCloseTo(gbps(intervals, 0, 600, 1200), within(1.0));
        }
        assertThat(gbps(guaranteed, 1, 1260, 3000)).isGreaterThan(6.8);
        // Three to one of 10 Gbit/s.
        assertThat(gbps(weighted, 1, 1260, 3000)).isCloseTo(7.5, within(0.3));
    }

    @Test
    void whatMakesNoSenseIsRefusedWithItsPlace() {
        String bound = "{\"user\": \"cms\", \"resources\": \"link:ab:a>b\", \"boundGbps\": 2, \"when\": %s%s}";
        String office = "{\"zone\": \"Europe/Zurich\", \"weekly\": [{\"from\": \"08:00\", \"until\": \"18:00\"}]}";
        String gap = "{\"zone\": \"Europe/Zurich\", \"from\": \"2027-03-28T02:30\"}";
        String twice =
                "{\"zone\": \"UTC\", \"weekly\": [{\"from\": \"08:00\", \"until\": \"18:00\"}, {\"from\": \"17:00\","
                        + " \"until\": \"19:00\"}]}";
        for (String[] wrong : new String[][] {
            {bound.formatted(office, ", \"fromSeconds\": 5"), "given twice"},
            {bound.formatted(gap, ""), "does not exist in Europe/Zurich"},
            {bound.formatted(twice, ""), "overlap"},
            {bound.formatted("{\"zone\": \"Zurich\", \"from\": \"2027-01-01T00:00\"}", ""), "no time zone"},
        }) {
            assertThatThrownBy(() -> read("2026-12-01T12:00:00Z", 100, 10, "[\"p\"]", wrong[0]))
                    .hasMessageContaining(wrong[1])
                    .hasMessageContaining("/resourceControls/0/when");
        }
        assertThatThrownBy(() -> read("yesterday", 100, 10, "[\"p\"]", bound.formatted(office, "")))
                .hasMessageContaining("/startsAt");
    }
}
