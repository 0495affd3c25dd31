// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectionRateTest {
    private static final int CONNECTIONS = 10;
    private static final long SECOND = 1_000_000_000L;

    private final ConnectionRate rate = new ConnectionRate();
    private long now;
    private long movedBytes;

    /// Its connections move bytes for a while, each as fast as is said, and are looked at every second.
    private void moves(int seconds, double bps) {
        for (int i = 0; i < seconds; i++) {
            now += SECOND;
            movedBytes += Math.round(CONNECTIONS * bps / 8);
            rate.look(movedBytes, rate.movingSecondsAt(now), CONNECTIONS, now);
        }
    }

    @Test
    void whatLongFilesCarriedBeforeTheyWereHeldBackCountsForAWhile() {
        rate.setFileSeconds(600);
        rate.moving(CONNECTIONS, now);
        moves(120, 10e6);
        assertThat(rate.bps()).isBetween(10e6, 10.7e6);

        // Something else on the way is full: all of them become as fast again at once when that ends.
        moves(50, 2e6);
        assertThat(rate.bps()).isGreaterThanOrEqualTo(10e6);

        moves(200, 2e6);
        assertThat(rate.bps()).as("for ever it does not").isBetween(2e6, 2.5e6);
    }

    /// What is open ends soon, and more than is carried need not be kept free.
    @Test
    void whatShortFilesCarryIsWhatTheyCarriedLately() {
        rate.setFileSeconds(5);
        rate.moving(CONNECTIONS, now);
        moves(120, 10e6);
        moves(50, 2e6);
        assertThat(rate.bps()).isBetween(2e6, 3e6);
    }
}
