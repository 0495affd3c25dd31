// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LookupThreadsTest {
    @Test
    void aThousandNamesAreAskedForByAFewThreadsThatAreNotVirtual() throws InterruptedException {
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(LookupThreads.MOST);
        CountDownLatch asked = new CountDownLatch(1000);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger virtual = new AtomicInteger();
        ExecutorService threads = LookupThreads.start();
        try {
            for (int i = 0; i < 1000; i++) {
                threads.execute(() -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    virtual.addAndGet(Thread.currentThread().isVirtual() ? 1 : 0);
                    busy.countDown();
                    awaitAnswer(answer);
                    now.decrementAndGet();
                    asked.countDown();
                });
            }
            assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
            answer.countDown();
            assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            threads.shutdownNow();
        }
        assertThat(most.get()).isEqualTo(LookupThreads.MOST);
        assertThat(virtual.get()).isZero();
    }

    @Test
    void afterTheEndNobodyIsAskedAndNobodyFails() {
        ExecutorService threads = LookupThreads.start();
        threads.shutdownNow();
        CompletableFuture<Void> asked = new CompletableFuture<>();

        threads.execute(() -> asked.complete(null));

        assertThat(asked).isNotDone();
    }

    private static void awaitAnswer(CountDownLatch answer) {
        try {
            answer.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
