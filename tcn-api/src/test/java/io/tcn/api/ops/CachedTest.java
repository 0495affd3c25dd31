// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.loop.HandTurnedLoop;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CachedTest {
    private final HandTurnedLoop time = new HandTurnedLoop();

    @Test
    void howeverOftenItIsAskedTheDatabaseIsAskedNowAndThen() {
        AtomicInteger asked = new AtomicInteger();
        Cached cached = new Cached(asked::incrementAndGet, time);

        assertThat(cached.value()).isEqualTo(1);
        time.pass(Duration.ofSeconds(9));
        assertThat(cached.value()).isEqualTo(1);
        time.pass(Duration.ofSeconds(2));
        assertThat(cached.value()).isEqualTo(2);
    }

    @Test
    void nobodyWaitsLongForADatabaseThatHangs() {
        CountDownLatch away = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Cached cached = new Cached(
                () -> {
                    asked.incrementAndGet();
                    try {
                        away.await();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                    return 5;
                },
                time);

        // Asked once, whoever comes meanwhile; answered when the database is back.
        assertThat(cached.value()).isNaN();
        time.pass(Duration.ofMinutes(1));
        assertThat(cached.value()).isNaN();
        assertThat(asked).hasValue(1);
        away.countDown();
        await().until(() -> cached.value() == 5);
        assertThat(asked).hasValue(1);
    }

    @Test
    void whatIsNotKnownIsNoNumberAndIsNotAskedForAtEachScrape() {
        AtomicInteger asked = new AtomicInteger();
        Cached cached = new Cached(
                () -> {
                    asked.incrementAndGet();
                    throw new IllegalStateException("the database is away");
                },
                time);

        assertThat(cached.value()).isNaN();
        assertThat(cached.value()).isNaN();
        assertThat(asked).hasValue(1);
    }
}
