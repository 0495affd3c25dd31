// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import java.time.Duration;
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
