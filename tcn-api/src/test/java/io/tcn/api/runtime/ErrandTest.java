// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ErrandTest {
    private static final Duration LONGEST_PAUSE_AFTER_A_FAILURE = Duration.ofSeconds(10);

    private final HandTurnedLoop hand = new HandTurnedLoop();
    private final Loops loops = new Loops(hand);
    private final Deque<CompletableFuture<Object>> asked = new ArrayDeque<>();

    private CompletableFuture<?> ask() {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        asked.add(answer);
        return answer;
    }

    @Test
    void questionsDoNotPileUpAndAFailedOneIsAskedAgain() {
        SteadyLoop loop =
                new SteadyLoop(loops.of("expiry"), hand, Duration.ofSeconds(30), new Errand(ErrandTest.this::ask));
        loop.start();
        hand.pass(Duration.ofHours(1));
        assertThat(asked).hasSize(1);

        asked.removeFirst().completeExceptionally(new IllegalStateException("for a test"));
        hand.pass(Duration.ofMinutes(2));
        assertThat(loops.troubles()).hasSize(1);
        assertThat(asked).hasSize(1);

        asked.removeFirst().complete("done");
        hand.pass(Duration.ofMinutes(1));
        assertThat(loops.troubles()).isEmpty();
        assertThat(asked).hasSize(1);
    }

    @Test
    void aLoopThatRunsRarelyIsWellSoonAfterItsTroubleIsOver() {
        new SteadyLoop(loops.of("expiry"), hand, Duration.ofSeconds(30), new Errand(ErrandTest.this::ask)).start();
        hand.pass(Duration.ofMinutes(1));
        asked.removeFirst().completeExceptionally(new IllegalStateException("for a test"));
        hand.pass(Duration.ofSeconds(31));
        assertThat(loops.troubles()).hasSize(1);

        hand.pass(LONGEST_PAUSE_AFTER_A_FAILURE);
        asked.removeFirst().complete("done");
        hand.pass(Duration.ofSeconds(2));
        assertThat(loops.troubles()).isEmpty();
    }
}
