// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CountedConnectionsTest {
    private final AtomicInteger underWay = new AtomicInteger();
    private final List<Integer> told = Collections.synchronizedList(new ArrayList<>());

    /// What happens after the number was looked at, and before anybody acts on it.
    private final List<Runnable> afterLooks = new ArrayList<>();

    private final CountedConnections connections = new CountedConnections(
            () -> {
                int now = underWay.get();
                if (!afterLooks.isEmpty()) {
                    afterLooks.removeFirst().run();
                }
                return now;
            },
            told::add);

    private void ends() {
        underWay.decrementAndGet();
        connections.over();
    }

    @Test
    void whatIsUnderWayCountsUntilItIsOver() {
        underWay.set(8);
        assertThat(connections.give(8)).isEqualTo(8);
        assertThat(connections.give(6)).isEqualTo(8);
        for (int i = 0; i < 5; i++) {
            ends();
        }
        assertThat(told).containsExactly(7, 6);
        assertThat(connections.count()).isEqualTo(6);
        assertThat(connections.give(7)).isEqualTo(7);
    }

    @Test
    void aRequestThatEndsWhileConnectionsAreTakenBackIsTold() {
        underWay.set(8);
        assertThat(connections.give(8)).isEqualTo(8);
        afterLooks.add(this::ends);
        assertThat(connections.give(4)).isEqualTo(8);
        assertThat(told).containsExactly(7);
    }

    @Test
    void ofTwoThatEndAtOnceTheLastNumberIsToldLast() {
        underWay.set(8);
        assertThat(connections.give(4)).isEqualTo(8);
        afterLooks.add(this::ends);
        ends();
        assertThat(told).containsExactly(7, 6);
    }

    @Test
    void whatWasSeenBeforeMoreWereGivenIsNotTold() {
        underWay.set(8);
        assertThat(connections.give(4)).isEqualTo(8);
        afterLooks.add(() -> assertThat(connections.give(8)).isEqualTo(8));
        ends();
        assertThat(told).isEmpty();
        assertThat(connections.count()).isEqualTo(8);
    }

    /// Requests end on many threads while the number changes: in the end the last that was answered or told counts.
    @Test
    void whoeverEndsMeanwhileTheLastNumberIsRight() throws InterruptedException {
        for (int seed = 1; seed <= 300; seed++) {
            new CountedConnectionsTest().stress(seed);
        }
    }

    private void stress(int seed) throws InterruptedException {
        int requests = 8;
        AtomicInteger last = new AtomicInteger();
        CountedConnections counted = new CountedConnections(underWay::get, now -> {
            assertThat(now).isBetween(1, requests);
            last.set(now);
        });
        underWay.set(requests);
        last.set(counted.give(requests));
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 1; i < requests; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                awaitUninterrupted(begin);
                underWay.decrementAndGet();
                counted.over();
            }));
        }
        begin.countDown();
        Random random = new Random(seed);
        int answer = requests;
        for (int i = 0; i < 3; i++) {
            answer = counted.give(1 + random.nextInt(3));
        }
        int answered = answer;
        for (Thread thread : threads) {
            thread.join();
        }
        int now = counted.count();
        assertThat(answered == now || last.get() == now).as("seed %s", seed).isTrue();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
