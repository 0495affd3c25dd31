// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import java.io.IOException;
import java.time.Duration;
import org.apache.catalina.connector.ClientAbortException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;

class OutagesTest {
    private final HandTurnedLoop clock = new HandTurnedLoop();

    @Test
    void anOutageMakesALineAMinute() {
        Outages outages = new Outages(clock);
        int lines = 0;
        for (int i = 0; i < 1000; i++) {
            lines += outages.note("GET /jobs", new CannotCreateTransactionException("away")) ? 1 : 0;
            clock.pass(Duration.ofMillis(100));
        }
        // 100 seconds: the first, and the first after a minute
        assertThat(lines).isEqualTo(2);
    }

    @Test
    void aClientThatHangsUpIsToldFromAnythingElse() {
        assertThat(ClientGone.is(new ClientAbortException(new IOException("Broken pipe"))))
                .isTrue();
        assertThat(ClientGone.is(new RuntimeException(new IOException("Connection reset by peer"))))
                .isTrue();
        assertThat(ClientGone.is(new IOException("No space left on device"))).isFalse();
        assertThat(ClientGone.is(new DataAccessResourceFailureException("x"))).isFalse();
    }
}
