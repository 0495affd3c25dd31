// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;

class SteadyLoopTest {
    private final HandTurnedLoop hand = new HandTurnedLoop();
    private final Loops loops = new Loops(hand);
    private int runs;
    private Throwable failure = new IllegalStateException();
    private boolean fails;

    private final SteadyLoop loop =
            new SteadyLoop(loops.of("pets"), hand, Duration.ofSeconds(1), SteadyLoopTest.this::run);

    private SteadyLoop.Outcome run() throws Exception {
        runs++;
        if (fails && failure instanceof Error error) {
            throw error;
        }
        if (fails && failure instanceof Exception exception) {
            throw exception;
        }
        return SteadyLoop.Outcome.DONE;
    }

    @Test
    void aLoopWhoseDatabaseIsAwayGoesOnWhenItIsBack() {
        loop.start();
        hand.pass(Duration.ofSeconds(3));
        assertThat(runs).isEqualTo(3);
        assertThat(loops.troubles()).isEmpty();

        fails = true;
        failure = new DataAccessResourceFailureException("no connection to db.example.org");
        hand.pass(Duration.ofMinutes(5));

        assertThat(loops.troubles()).singleElement().satisfies(trouble -> {
            assertThat(trouble.loop()).isEqualTo("pets");
            assertThat(trouble.reason()).isEqualTo("the database does not answer");
            assertThat(trouble.since()).isEqualTo(Instant.EPOCH.plusSeconds(4));
        });

        fails = false;
        runs = 0;
        // The longest pause between two tries is ten seconds.
        hand.pass(Duration.ofSeconds(10));
        assertThat(runs).isPositive();
        assertThat(loops.troubles()).isEmpty();
        runs = 0;
        hand.pass(Duration.ofSeconds(5));
        assertThat(runs).isEqualTo(5);
    }

    @Test
    void aFullDiskIsNoDefect() {
        loops.of("log").failed(new UncheckedIOException(new FileSystemException("/data/x", null, "No space left")));
        assertThat(loops.troubles())
                .singleElement()
                .extracting(LoopTrouble::reason)
                .asString()
                .contains("disk")
                .doesNotContain("defect", "/data");
    }

    @Test
    void aLoopThatRunsRarelyTriesAgainSoonAfterAFailure() {
        SteadyLoop rare = new SteadyLoop(loops.of("rare"), hand, Duration.ofMinutes(10), this::run);
        fails = true;
        rare.start();
        hand.pass(Duration.ofMinutes(10));
        assertThat(loops.troubles()).hasSize(1);
        fails = false;
        hand.pass(Duration.ofSeconds(10));
        assertThat(loops.troubles()).isEmpty();
    }

    @Test
    void anErrorCostsOneRunAndIsTold() {
        fails = true;
        failure = new StackOverflowError();
        loop.start();
        hand.pass(Duration.ofSeconds(1));
        assertThat(loops.troubles())
                .singleElement()
                .extracting(LoopTrouble::reason)
                .asString()
                .contains("StackOverflowError");

        fails = false;
        hand.pass(Duration.ofSeconds(2));
        assertThat(runs).isEqualTo(2);
        assertThat(loops.troubles()).isEmpty();
    }

    @Test
    void pausesDoubleWhileItFailsUpToTenSeconds() {
        fails = true;
        loop.start();
        // at 1, then after 2, 4, 8 and 10 seconds each: 1, 3, 7, 15, 25, 35
        hand.pass(Duration.ofSeconds(35));
        assertThat(runs).isEqualTo(6);
    }

    @Test
    void aLoopThatMustBeBackSoonIsNotAwayForLongerThanItSays() {
        int[] tries = {0};
        SteadyLoop prompt =
                new SteadyLoop(loops.of("prompt"), hand, Duration.ofSeconds(5), Duration.ofSeconds(1), () -> {
                    tries[0]++;
                    throw new IllegalStateException("away");
                });
        prompt.start();
        hand.pass(Duration.ofSeconds(5 + 20));
        assertThat(tries[0]).isEqualTo(21);
        prompt.stop();
    }

    @Test
    void aStoppedLoopRunsNoMore() {
        loop.start();
        hand.pass(Duration.ofSeconds(1));
        loop.stop();
        hand.pass(Duration.ofSeconds(10));
        assertThat(runs).isEqualTo(1);
        assertThat(hand.isIdle()).isTrue();
    }

    @Test
    void anEventThatIsLostIsToldForAMinute() {
        LoopState state = loops.of("dispatch");
        state.lost(new IllegalStateException("x"));
        assertThat(loops.troubles()).hasSize(1);
        hand.pass(LoopState.MEMORY);
        assertThat(loops.troubles()).isEmpty();
    }

    @Test
    void whatEverybodyMayReadNamesNoAddress() {
        LoopState state = loops.of("a");
        state.failed(new CannotCreateTransactionException("jdbc:postgresql://db.example.org/secret"));
        loops.of("b").failed(new IllegalStateException("https://storage.example.org"));
        assertThat(loops.troubles())
                .extracting(LoopTrouble::reason)
                .noneMatch(reason -> reason.contains("example.org"));
    }

    @Test
    void workThatSaysItselfWhyItFailedIsTriedAgainLaterAndLater() {
        SteadyLoop sending = new SteadyLoop(loops.of("letters"), hand, Duration.ofMillis(200), () -> {
            runs++;
            loops.of("letters").failed("nobody takes them");
            return SteadyLoop.Outcome.FAILED;
        });
        sending.start();
        // Runs at 0.2, 0.6, 1.4, 3, 6.2 and 12.6 s: the pause doubles. From 10 s on it is ten seconds.
        hand.pass(Duration.ofSeconds(13));
        assertThat(runs).isEqualTo(6);
        runs = 0;
        hand.pass(Duration.ofMinutes(1));
        assertThat(runs).isEqualTo(6);
        assertThat(loops.troubles()).extracting(LoopTrouble::reason).containsExactly("nobody takes them");
    }

    @Test
    void aLoopRunsSoonWhenAskedAndKeepsItsTurns() {
        loop.start();
        loop.runSoon();
        hand.pass(Duration.ZERO);
        assertThat(runs).isEqualTo(1);
        hand.pass(Duration.ofSeconds(2));
        assertThat(runs).isEqualTo(3);

        loop.stop();
        loop.runSoon();
        hand.pass(Duration.ofSeconds(2));
        assertThat(runs).isEqualTo(3);
    }
}
