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
    void whatItCarriedAtMostIsRememberedForAWhileBesideWhatItCarries() {
        rate.setFileSeconds(5);
        rate.moving(CONNECTIONS, now);
        moves(120, 10e6);
        assertThat(rate.mostBps()).isBetween(10e6, 10.5e6);

        // Something else on the way is full: all of them become as fast again at once when that ends.
        moves(50, 2e6);
        assertThat(rate.bps()).isBetween(2e6, 3e6);
        assertThat(rate.mostBps()).isGreaterThanOrEqualTo(10e6);

        moves(200, 2e6);
        assertThat(rate.mostBps()).as("for ever it is not").isBetween(2e6, 2.5e6);
    }

    @Test
    void whereNothingIsMeasuredTheMapCounts() {
        assertThat(rate.mostBps()).isZero();
        rate.setFileSeconds(5);
        rate.setCeilingBps(5e6);
        assertThat(rate.mostBps()).isEqualTo(5e6);
    }
}
