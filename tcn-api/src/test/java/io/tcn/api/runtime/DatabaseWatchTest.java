// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.Loops;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class DatabaseWatchTest {
    private final HandTurnedLoop hand = new HandTurnedLoop();
    private boolean away;
    private final DatabaseWatch watch = new DatabaseWatch(
            () -> {
                if (away) {
                    throw new DataAccessResourceFailureException("away");
                }
            },
            hand,
            new Loops(hand));

    @Test
    void aDatabaseThatGivesNoAnswerIsDownAfterSomeSecondsThoughNobodyHearsOfIt() {
        watch.ask();
        hand.pass(DatabaseWatch.PATIENCE);
        assertThat(watch.isUp()).isTrue();
        hand.pass(Duration.ofNanos(1));
        assertThat(watch.isUp()).isFalse();
    }

    @Test
    void itIsUpAgainWithTheFirstAnswer() {
        away = true;
        hand.pass(Duration.ofMinutes(1));
        assertThatThrownBy(watch::ask).isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(watch.isUp()).isFalse();

        away = false;
        watch.ask();
        assertThat(watch.isUp()).isTrue();
    }
}
