// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopLoadTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void itSumsUpAndForgetsTheSlowestAfterTwoMinutesOfWork() {
        LoopLoad load = new LoopLoad();
        load.ran(0, 3 * SECOND);
        load.ran(4 * SECOND, 5 * SECOND);
        assertThat(load.events()).isEqualTo(2);
        assertThat(load.busySeconds()).isEqualTo(4);
        assertThat(load.slowestSeconds()).isEqualTo(3);

        load.ran(70 * SECOND, 71 * SECOND);
        assertThat(load.slowestSeconds()).as("of the minute before").isEqualTo(3);
        load.ran(140 * SECOND, 142 * SECOND);
        assertThat(load.slowestSeconds()).isEqualTo(2);
    }

    @Test
    void whatIsDueAndHasNotBegunWaits() throws InterruptedException {
        Loops loops = new Loops(new HandTurnedLoop());
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (LoopThread thread = loops.thread("dispatch")) {
            thread.execute(() -> {
                begun.countDown();
                try {
                    mayEnd.await();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            });
            begun.await();
            thread.execute(() -> {});
            thread.execute(() -> {});
            thread.schedule(java.time.Duration.ofHours(1), () -> {});

            assertThat(loops.of("dispatch").load().waiting()).isEqualTo(2);
            mayEnd.countDown();
        }
        assertThat(loops.of("dispatch").load().events()).isEqualTo(3);
    }
}
