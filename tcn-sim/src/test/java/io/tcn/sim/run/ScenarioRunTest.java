// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.TransferState;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a scenario says acts in the run. The world is one link of 10 Gbit/s that one connection fills, with one
/// connection per pipe and a transfer of 12.5 GB: 100 Gbit, 10 s.
class ScenarioRunTest {
    private static final String WORLD = """
            {"schema": 2, "name": "small", "seed": 7,
             "topology": {"inline": {
               "nodes": [{"id": "a", "type": "site"}, {"id": "b", "type": "site"}],
               "links": [{"id": "ab", "a": "a", "b": "b", "capacityGbps": 10, "latencyMs": 50}]}},
             "pipes": [{"id": "p", "src": "a", "dst": "b", "user": "cms"}],
             "physics": {"connectionCeilingGbps": 1000, "deterioration": 0},
             "settings": {"minConnections": 1, "maxConnections": 1, "retryDelaySeconds": 1},
             "transfers": [{"id": "t", "pipe": "p", "bytes": 12500000000, "arrivalSeconds": 0}]}
            """;

    @TempDir
    private Path folder;

    private Scenario read(String content) throws IOException, InvalidScenarioException {
        Path file = folder.resolve("s.json");
        Files.writeString(file, content);
        return new ScenarioReader().read(file.toString(), null);
    }

    private static SimulationResult run(Scenario scenario, long seed) {
        return Worlds.run(scenario, "fts-model", SimulationSettings.of(scenario), seed);
    }

    /// When the transfer ends with something more in the world.
    private double secondsWith(String more) throws Exception {
        SimulationResult result = run(read(WORLD.replace("\"transfers\"", more + ", \"transfers\"")), 1);
        return result.transfers().getFirst().completionSeconds().orElse(Double.NaN);
    }

    @Test
    void theWorldIsAsFastAsPencilAndPaperSay() throws Exception {
        assertThat(secondsWith("\"infiniteBacklog\": []")).isCloseTo(10, within(1e-6));
    }

    @Test
    void storagesLimitWhatTheyServeAndTake() throws Exception {
        assertThat(secondsWith("\"storages\": {\"sites\": {\"a\": {\"readGbps\": 5}}}"))
                .isCloseTo(20, within(1e-6));
        assertThat(secondsWith("\"storages\": {\"everywhere\": {\"writeGbps\": 4}}"))
                .isCloseTo(25, within(1e-6));
        assertThat(secondsWith("\"storages\": {\"sites\": {\"b\": {\"perConnectionGbps\": 1}}}"))
                .isCloseTo(100, within(1e-6));
        // One of two connections: half of what two carry.
        assertThat(secondsWith("\"storages\": {\"sites\": {\"b\": {\"writeCurve\": [{\"connections\": 2,"
                        + " \"gbps\": 5}]}}}"))
                .isCloseTo(40, within(1e-6));
    }

    @Test
    void aFaultTakesCapacityForItsTime() throws Exception {
        // 50 Gbit in the first 10 s, the other 50 in 5 s.
        assertThat(secondsWith("\"faults\": [{\"kind\": \"capacity\", \"resources\": \"link:ab:a>b\","
                        + " \"capacityGbps\": 5, \"untilSeconds\": 10}]"))
                .isCloseTo(15, within(1e-6));
        assertThat(secondsWith("\"faults\": [{\"kind\": \"stall\", \"resources\": \"read:a\", \"fromSeconds\": 3,"
                        + " \"untilSeconds\": 7}]"))
                .isCloseTo(14, within(1e-6));
    }

    @Test
    void aLinkThatGoesDownLetsWhatIsUnderWayFailAndItIsTriedAgain() throws Exception {
        String down = "\"faults\": [{\"kind\": \"down\", \"resources\": \"link:ab:*\", \"fromSeconds\": 5,"
                + " \"untilSeconds\": 6}]";

        // It begins anew when the retry delay of 1 s is over: at the next look at the queue after 6 s.
        assertThat(secondsWith(down)).isBetween(16.0, 22.0);
        assertThat(secondsWith(down + ", \"background\": []")).isBetween(16.0, 22.0);
    }

    @Test
    void failuresByChanceEndTransfersThatHaveNoRetryLeft() throws Exception {
        String more = WORLD.replace("\"retryDelaySeconds\": 1", "\"maxRetries\": 0")
                .replace("\"transfers\"", "\"faults\": [{\"kind\": \"failures\", \"probability\": 1}], \"transfers\"");

        SimulationResult result = run(read(more), 1);

        assertThat(result.transfers()).allMatch(transfer -> transfer.state() == TransferState.FAILED);
        assertThat(result.summary().unfinishedTransfers()).isEqualTo(1);
        assertThat(result.completions().finished()).isZero();
    }

    @Test
    void trafficOfOthersTakesItsPartFirst() throws Exception {
        assertThat(secondsWith("\"background\": [{\"resources\": \"link:ab:a>b\", \"constantGbps\": 5,"
                        + " \"untilSeconds\": 10}]"))
                .isCloseTo(15, within(1e-6));
        assertThat(secondsWith("\"background\": [{\"resources\": \"all-links\", \"points\": [{\"atSeconds\": 2,"
                        + " \"gbps\": 10}, {\"atSeconds\": 6, \"gbps\": 0}]}]"))
                .isCloseTo(14, within(1e-6));
        assertThat(secondsWith("\"background\": [{\"resources\": \"all-links\", \"onOff\": {\"onGbps\": 9,"
                        + " \"meanOnSeconds\": 1, \"meanOffSeconds\": 1}}]"))
                .isBetween(10.5, 60.0);
    }

    @Test
    void filesCostWhatThePhysicsSay() throws Exception {
        // 2 s and 10 round trips of 100 ms.
        String world = WORLD.replace(
                "\"deterioration\": 0", "\"deterioration\": 0, \"fileCost\": {\"seconds\": 2," + " \"rtts\": 10}");

        assertThat(run(read(world), 1)
                        .transfers()
                        .getFirst()
                        .completionSeconds()
                        .orElseThrow())
                .isCloseTo(13, within(1e-6));
    }

    @Test
    void arrivalsComeByTheirRuleAndHaveNamesAndNumbers() throws Exception {
        // 1.25 GB take 1 s each.
        Scenario world = read(WORLD.replace("\"transfers\"", """
                "arrivals": [{"name": "beat", "everySeconds": 4, "count": 3, "fromSeconds": 100,
                  "sizes": {"fixedBytes": 1250000000}}], "transfers\""""));

        SimulationResult result = run(world, 1);

        assertThat(result.transfers())
                .extracting(TransferRecord::name)
                .containsExactly("t", "beat/1", "beat/2", "beat/3");
        assertThat(result.transfers())
                .extracting(TransferRecord::arrivalSeconds)
                .containsExactly(0.0, 104.0, 108.0, 112.0);
        assertThat(result.transfers().getLast().finishSeconds()).isCloseTo(113, within(1e-6));
        assertThat(result.completions().finished()).isEqualTo(4);
        assertThat(result.completions().p50Seconds()).isCloseTo(1, within(1e-6));
        assertThat(result.completions().maxSeconds()).isCloseTo(10, within(1e-6));
    }

    @Test
    void aCoflowIsDoneWhenItsLastTransferIs() throws Exception {
        Scenario world = read(WORLD.replace("\"arrivalSeconds\": 0}", """
                "arrivalSeconds": 1, "coflow": "map"},
                {"id": "u", "pipe": "p", "bytes": 12500000000, "arrivalSeconds": 2, "coflow": "map"}"""));

        // From 1 s on 200 Gbit: done at 21 s.
        assertThat(run(world, 1).coflows()).singleElement().satisfies(coflow -> {
            assertThat(coflow.transfers()).isEqualTo(2);
            assertThat(coflow.completionSeconds().orElseThrow()).isCloseTo(20, within(1e-6));
        });
    }

    /// Two coflows from 0 s on: "small" of 100 Gbit, 10 s of the link, and "big" of twice as much in four files.
    private Scenario coflows(String said) throws IOException, InvalidScenarioException {
        return read(WORLD.replace("\"bytes\": 12500000000, \"arrivalSeconds\": 0}]", """
                "bytes": 6250000000, "arrivalSeconds": 0, "coflow": "big"},
                {"id": "u", "pipe": "p", "bytes": 12500000000, "arrivalSeconds": 0, "coflow": "small"},
                {"id": "v", "pipe": "p", "bytes": 6250000000, "arrivalSeconds": 0, "coflow": "big"},
                {"id": "w", "pipe": "p", "bytes": 6250000000, "arrivalSeconds": 0, "coflow": "big"},
                {"id": "x", "pipe": "p", "bytes": 6250000000, "arrivalSeconds": 0, "coflow": "big"}],
                "coflows": [%s]""".formatted(said)));
    }

    @Test
    void aCoflowThatWouldMissItsDeadlineGoesFirst() throws Exception {
        // Without a deadline the small one is first: 10 s and 30 s. 28 s are not enough for the big one then.
        assertThat(run(coflows("{\"name\": \"big\", \"deadlineSeconds\": 40}"), 1)
                        .coflows())
                .extracting(CoflowRecord::name, CoflowRecord::finishSeconds, CoflowRecord::isInTime)
                .containsExactly(tuple("big", 30.0, true), tuple("small", 10.0, null));

        assertThat(run(coflows("{\"name\": \"big\", \"deadlineSeconds\": 28}"), 1)
                        .coflows())
                .extracting(CoflowRecord::finishSeconds, CoflowRecord::isInTime, CoflowRecord::lateSinceSeconds)
                .containsExactly(tuple(20.0, true, null), tuple(30.0, null, null));
    }

    @Test
    void aDeadlineThatCannotBeMetIsToldAndChangesNothing() throws Exception {
        // The big one needs 20 s by itself.
        assertThat(run(coflows("{\"name\": \"big\", \"deadlineSeconds\": 15}"), 1)
                        .coflows())
                .extracting(CoflowRecord::finishSeconds, CoflowRecord::isInTime, CoflowRecord::lateSinceSeconds)
                .containsExactly(tuple(30.0, false, 0.0), tuple(10.0, null, null));
    }

    @Test
    void theWeightOfACoflowCounts() throws Exception {
        // 3 for 20 s go before 1 for 10 s.
        assertThat(run(coflows("{\"name\": \"big\", \"weight\": 3}"), 1).coflows())
                .extracting(CoflowRecord::finishSeconds)
                .containsExactly(20.0, 30.0);
    }

    @Test
    void aHigherPriorityGoesFirst() throws Exception {
        Scenario world = read(WORLD.replace("\"arrivalSeconds\": 0}", """
                "arrivalSeconds": 0, "priority": 1},
                {"id": "u", "pipe": "p", "bytes": 12500000000, "arrivalSeconds": 0, "priority": 5}"""));

        assertThat(run(world, 1).transfers())
                .extracting(TransferRecord::finishSeconds)
                .containsExactly(20.0, 10.0);
    }

    @Test
    void aTransferMayWaitForOneThatComesLater() throws Exception {
        Scenario world = read(WORLD.replace("\"arrivalSeconds\": 0}", """
                "arrivalSeconds": 0, "after": ["u"]},
                {"id": "u", "pipe": "p", "bytes": 12500000000, "arrivalSeconds": 5}"""));

        // The other one goes from 5 to 15 s. Waiting counts from its own arrival.
        assertThat(run(world, 1).transfers().getFirst().completionSeconds().orElseThrow())
                .isCloseTo(25, within(0.2));
    }

    @Test
    void whoWeighsMoreGetsMore() throws Exception {
        Scenario world = read("""
                {"schema": 2, "topology": {"inline": {
                   "nodes": [{"id": "a", "type": "site"}, {"id": "b", "type": "site"}],
                   "links": [{"id": "ab", "a": "a", "b": "b", "capacityGbps": 100}]}},
                 "users": [{"id": "heavy", "weight": 3}],
                 "pipes": [{"id": "p", "src": "a", "dst": "b", "user": "light"},
                           {"id": "q", "src": "a", "dst": "b", "user": "heavy"}],
                 "physics": {"deterioration": 0},
                 "settings": {"horizonSeconds": 300},
                 "infiniteBacklog": ["p", "q"]}
                """);

        IntervalRecord last = Worlds.run(world, "tcn", SimulationSettings.of(world), 1)
                .intervals()
                .getLast();

        assertThat(last.throughputBps().get(1))
                .isGreaterThan(1.5 * last.throughputBps().getFirst());
    }

    @Test
    void aControlHoldsForItsTimeOnly() throws Exception {
        Scenario world = read("""
                {"schema": 2, "topology": {"inline": {
                   "nodes": [{"id": "a", "type": "site"}, {"id": "b", "type": "site"}],
                   "links": [{"id": "ab", "a": "a", "b": "b", "capacityGbps": 100}]}},
                 "pipes": [{"id": "p", "src": "a", "dst": "b", "user": "cms"}],
                 "physics": {"deterioration": 0},
                 "settings": {"horizonSeconds": 300},
                 "resourceSets": {"way": ["link:ab:a>b"]},
                 "resourceControls": [
                   {"user": "cms", "resources": "way", "boundGbps": 80},
                   {"user": "cms", "resources": "way", "boundGbps": 20, "fromSeconds": 100, "untilSeconds": 200}],
                 "infiniteBacklog": ["p"]}
                """);

        List<IntervalRecord> intervals =
                Worlds.run(world, "tcn", SimulationSettings.of(world), 1).intervals();

        assertThat(throughputGbps(intervals, 50, 100)).isCloseTo(80, within(4.0));
        assertThat(throughputGbps(intervals, 150, 200)).isCloseTo(20, within(2.0));
        assertThat(throughputGbps(intervals, 250, 300)).isCloseTo(80, within(4.0));
    }

    private static double throughputGbps(List<IntervalRecord> intervals, double from, double until) {
        return intervals.stream()
                        .filter(interval -> interval.endSeconds() > from && interval.endSeconds() <= until)
                        .mapToDouble(IntervalRecord::totalThroughputBps)
                        .average()
                        .orElseThrow()
                / 1e9;
    }

    @Test
    void theSameSeedGivesTheSameRunAndTheScenarioKeepsItsOwnChance() throws Exception {
        Scenario world = read(WORLD.replace("\"transfers\"", """
                "arrivals": [{"poissonMeanSeconds": 5, "count": 20, "sizes": {"exponential": {"meanBytes": 1e9}}}],
                "faults": [{"kind": "failures", "probability": 0.2}],
                "background": [{"resources": "all-links", "onOff": {"onGbps": 5, "meanOnSeconds": 3,
                  "meanOffSeconds": 3}}], "transfers\"""")
                .replace("\"deterioration\": 0", "\"deterioration\": 0," + " \"noise\": 0.1"));

        SimulationResult first = run(world, 1);
        SimulationResult again = run(world, 1);
        SimulationResult other = run(world, 2);
        SimulationSettings varied = SimulationSettings.of(world).withVariedScenario(true);
        SimulationResult otherWorld = Worlds.run(world, "fts-model", varied, 2);

        assertThat(again).isEqualTo(first);
        assertThat(other.transfers())
                .extracting(TransferRecord::arrivalSeconds)
                .isEqualTo(first.transfers().stream()
                        .map(TransferRecord::arrivalSeconds)
                        .toList());
        assertThat(otherWorld.transfers())
                .extracting(TransferRecord::arrivalSeconds)
                .isNotEqualTo(first.transfers().stream()
                        .map(TransferRecord::arrivalSeconds)
                        .toList());
    }

    @Test
    void ofVeryManyTransfersOnlyTheFiguresAreKept() throws Exception {
        // 1.25 MB take 1 ms each and come every 10 ms.
        Scenario world =
                read(WORLD.replace("\"transfers\"", """
                "arrivals": [{"everySeconds": 0.01, "count": 120000, "sizes": {"fixedBytes": 1250000}}],
                "transfers\"""").replace("\"arrivalSeconds\": 0", "\"arrivalSeconds\": 2000"));

        SimulationResult result = run(world, 1);

        assertThat(result.transfers()).isEmpty();
        assertThat(result.completions().finished()).isEqualTo(120_001);
        assertThat(result.completions().isExact()).isFalse();
        // A class is 1 % wide.
        assertThat(result.completions().p50Seconds()).isBetween(0.001, 0.00102);
        assertThat(result.summary().finishedTransfers()).isEqualTo(120_001);
    }
}
