// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.LoopTrouble;
import io.tcn.api.loop.Loops;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairDecisionsTest {
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Loops loops = new Loops(new HandTurnedLoop());
    private final PairDecisions decisions = new PairDecisions(loops);

    private static PipeObservation seen(String user) {
        return seen(user, "b.example.org");
    }

    private static PipeObservation seen(String user, String destination) {
        Pipe pipe = new Pipe(
                PipeId.of("pipe-" + user + "-" + destination),
                Endpoint.parse("https://a.example.org"),
                Endpoint.parse("https://" + destination),
                UserId.of(user),
                new PipeLimits(1, 100));
        return PipeObservation.of(pipe)
                .decidedConnections(4)
                .meanActiveConnections(2)
                .activeConnections(2)
                .activeTransfers(2)
                .queuedTransfers(5)
                .movedBytes(1000)
                .throughputBps(800)
                .finishedTransfers(1)
                .finishedBytes(1000)
                .finishedBytesSquared(1e6)
                .finishedSeconds(10)
                .build();
    }

    /// Interval number `number`, in which each of these users has a pipe that gets `connections`.
    private void decide(int number, int connections, String... users) {
        decide(
                number,
                connections,
                List.of(users).stream().map(PairDecisionsTest::seen).toList());
    }

    private void decide(int number, int connections, List<PipeObservation> pipes) {
        List<PipeDecision> decided = pipes.stream()
                .map(seen ->
                        PipeDecision.of(seen, connections, Rationale.of(Reason.GRADIENT_STEP, Map.of("gradient", 0.4))))
                .toList();
        decisions.decided(observation(number, pipes), decision(number, decided));
    }

    /// A decision on a pipe that was not observed.
    private void decideWrongly(int number) {
        PipeDecision decided =
                PipeDecision.of(seen("cms"), 3, Rationale.of(Reason.GRADIENT_STEP, Map.of("gradient", 0.4)));
        decisions.decided(observation(number, List.of()), decision(number, List.of(decided)));
    }

    private static Observation observation(int number, List<PipeObservation> pipes) {
        return new Observation(
                number,
                at(number),
                INTERVAL,
                pipes,
                new NetworkMapSnapshot(new MapVersion(1), AT, new TreeMap<>(), new TreeMap<>()),
                List.of());
    }

    private static Decision decision(int number, List<PipeDecision> pipes) {
        return new Decision(number, at(number), pipes, 0, 0, List.of());
    }

    private static Instant at(int number) {
        return AT.plus(INTERVAL.multipliedBy(number));
    }

    @Test
    void whoAsksReadsWhatWasDecidedJustNowAsASumOfAllUsers() {
        decide(1, 7, "cms", "atlas");

        assertThat(decisions.current()).singleElement().satisfies(entry -> {
            assertThat(entry.source()).isEqualTo("https://a.example.org");
            assertThat(entry.decided().active()).isEqualTo(14);
            assertThat(entry.decided().diff()).isEqualTo(6);
            assertThat(entry.measured().bytesPerSecond()).isEqualTo(200);
            assertThat(entry.decided().rationale()).isNotEmpty();
        });
    }

    @Test
    void theControlLoopLeavesTheWorkToOthers() {
        decide(1, 7, "cms");
        decide(2, 8, "cms");

        assertThat(decisions.waiting()).isEqualTo(2);
    }

    @Test
    void ofManyDecisionsThatNobodyReadsNoneIsLostAndFewWait() {
        int intervals = 3 * PairDecisions.MOST_WAITING;
        for (int number = 1; number <= intervals; number++) {
            decide(number, number, "cms");
            assertThat(decisions.waiting()).isLessThanOrEqualTo(PairDecisions.MOST_WAITING);
        }

        assertThat(decisions.newest(entry -> true, intervals))
                .extracting(entry -> entry.decided().active())
                .containsExactlyElementsOf(IntStream.iterate(intervals, number -> number > 0, number -> number - 1)
                        .boxed()
                        .toList());
    }

    @Test
    void whatAnOperatorFixesComesAfterWhatWasDecidedBefore() {
        decide(1, 7, "cms");
        decisions.pinned("https://a.example.org", "https://b.example.org", 3, null, null, at(2));
        decide(3, 9, "cms");

        assertThat(decisions.newest(entry -> true, 10))
                .extracting(entry -> entry.decided().active())
                .containsExactly(9, 3, 7);
        assertThat(decisions.newest(entry -> entry.decided().active() == 3, 1))
                .singleElement()
                .satisfies(pinned -> assertThat(pinned.decided().diff()).isEqualTo(-4));
    }

    /// Pipes come and go with what users submit: each pair would be kept for ever.
    @Test
    void aPairIsForgottenWithItsLastPipeUnlessAnOperatorHasFixedIt() {
        for (int number = 1; number <= 100; number++) {
            decide(number, 7, List.of(seen("cms", "b" + number + ".example.org")));
        }
        assertThat(decisions.current())
                .singleElement()
                .satisfies(entry -> assertThat(entry.destination()).isEqualTo("https://b100.example.org"));

        decisions.pinned("https://a.example.org", "https://b100.example.org", 3, null, null, at(101));
        decisions.pinned("https://a.example.org", "https://c.example.org", 5, null, null, at(101));
        decide(102, 7, List.of(seen("cms", "d.example.org")));
        assertThat(decisions.current())
                .extracting(PairDecision::destination)
                .containsExactlyInAnyOrder(
                        "https://b100.example.org", "https://c.example.org", "https://d.example.org");
        decisions.pinned("https://a.example.org", "https://c.example.org", 0, null, null, at(103));
        decide(104, 7, List.of(seen("cms", "d.example.org")));
        assertThat(decisions.current())
                .extracting(PairDecision::destination)
                .containsExactlyInAnyOrder("https://b100.example.org", "https://d.example.org");
    }

    @Test
    void aDecisionThatBreaksIsToldUntilOneGoesWellAndCostsNoOther() {
        decide(1, 7, "cms");
        decideWrongly(2);
        assertThat(decisions.current())
                .extracting(entry -> entry.decided().active())
                .containsExactly(7);
        assertThat(loops.troubles()).extracting(LoopTrouble::loop).containsExactly("pair-decisions");

        decide(3, 8, "cms");
        assertThat(decisions.current())
                .extracting(entry -> entry.decided().active())
                .containsExactly(8);
        assertThat(loops.troubles()).isEmpty();
    }

    @Test
    void aThreadOfItsOwnSumsWhatNobodyAsksFor() {
        decisions.start();
        try {
            decide(1, 7, "cms");

            await().atMost(Duration.ofSeconds(30)).until(() -> decisions.waiting() == 0);
        } finally {
            decisions.stop();
        }
    }
}
