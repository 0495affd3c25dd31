// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.loop.HandTurnedLoop;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class BodyClockTest {
    private final HandTurnedLoop hand = new HandTurnedLoop();
    private final BodyClock clock = new BodyClock(
            new InboundProperties(0, Duration.ofSeconds(30), Duration.ofSeconds(30), DataSize.ofKilobytes(20)), hand);

    @Test
    void aByteNowAndThenEndsAfterTheGrace() {
        clock.begin();
        for (int i = 0; i < 3; i++) {
            hand.pass(Duration.ofSeconds(9));
            assertThatCode(() -> clock.came(1)).doesNotThrowAnyException();
        }
        hand.pass(Duration.ofSeconds(9));
        assertThatThrownBy(() -> clock.came(1)).isInstanceOf(BodyClock.SlowBodyException.class);
    }

    @Test
    void aLargeBodyOverAThinLineIsTaken() {
        clock.begin();
        // 32 MB at 40 kB/s take 14 minutes
        for (int i = 0; i < 820; i++) {
            hand.pass(Duration.ofSeconds(1));
            assertThatCode(() -> clock.came(40_960)).doesNotThrowAnyException();
        }
    }

    @Test
    void whatTheServerDidBeforeItReadIsNotTheClientsTime() {
        hand.pass(Duration.ofMinutes(5));
        clock.begin();
        assertThatCode(() -> clock.came(1)).doesNotThrowAnyException();
    }
}
