// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tcn.api.runtime.SystemTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.CannotCreateTransactionException;

class SharedWorkTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final ConcurrentLinkedQueue<List<Integer>> done = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    private static SharedWork<Integer, String> shared(Function<List<Integer>, List<String>> work, int size) {
        return new SharedWork<>(
                work,
                _ -> 1,
                failure -> failure instanceof IllegalArgumentException,
                new SharedWork.Bounds(1, size, LONG),
                new SystemTime());
    }

    private List<String> named(List<Integer> pieces) {
        done.add(pieces);
        return pieces.stream().map(piece -> "n" + piece).toList();
    }

    @Test
    void whoIsAloneWaitsForNobody() {
        SharedWork<Integer, String> work = shared(this::named, 10);
        assertThat(work.result(1)).isEqualTo("n1");
        assertThat(work.result(2)).isEqualTo("n2");
        assertThat(done).containsExactly(List.of(1), List.of(2));
    }

    /// Work whose first piece, number 0, is under way until it may end.
    private static final class Held {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch mayEnd = new CountDownLatch(1);
        private final Function<List<Integer>, List<String>> then;

        Held(Function<List<Integer>, List<String>> then) {
            this.then = then;
        }

        List<String> run(List<Integer> pieces) {
            if (pieces.contains(0)) {
                begun.countDown();
                try {
                    assertThat(mayEnd.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException stopped) {
                    throw new IllegalStateException(stopped);
                }
            }
            return then.apply(pieces);
        }
    }

    private static void awaitWaiting(SharedWork<Integer, String> work, int count) {
        await().alias(count + " wait")
                .atMost(Duration.ofMinutes(1))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> work.waiting() >= count);
    }

    private List<Future<String>> callAll(SharedWork<Integer, String> work, Held held, int count) throws Exception {
        List<Future<String>> results = new ArrayList<>();
        results.add(callers.submit(() -> work.result(0)));
        held.begun.await();
        for (int i = 1; i <= count; i++) {
            int number = i;
            results.add(callers.submit(() -> work.result(number)));
            awaitWaiting(work, i);
        }
        held.mayEnd.countDown();
        return results;
    }

    @Test
    void thoseWhoComeMeanwhileAreDoneTogetherInTheirOrderUpToTheBound() throws Exception {
        Held held = new Held(this::named);
        List<Future<String>> results = callAll(shared(held::run, 3), held, 5);
        for (int i = 0; i <= 5; i++) {
            assertThat(results.get(i).get()).isEqualTo("n" + i);
        }
        assertThat(done).containsExactly(List.of(0), List.of(1, 2, 3), List.of(4, 5));
    }

    @Test
    void whatIsRefusedCostsNobodyElseAnything() throws Exception {
        Held held = new Held(pieces -> {
            if (pieces.contains(2)) {
                throw new IllegalArgumentException("not 2");
            }
            return named(pieces);
        });
        List<Future<String>> results = callAll(shared(held::run, 10), held, 3);
        assertThat(results.get(1).get()).isEqualTo("n1");
        assertThatThrownBy(() -> results.get(2).get()).hasRootCauseMessage("not 2");
        assertThat(results.get(3).get()).isEqualTo("n3");
        assertThat(done).containsExactlyInAnyOrder(List.of(0), List.of(1), List.of(3));
    }

    @Test
    void aFailureThatConcernsAllIsToldToAllAndTheNextGoOn() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        Held held = new Held(pieces -> {
            if (pieces.size() > 1 && tries.incrementAndGet() == 1) {
                throw new IllegalStateException("away");
            }
            return named(pieces);
        });
        SharedWork<Integer, String> work = shared(held::run, 2);
        List<Future<String>> results = callAll(work, held, 4);
        assertThatThrownBy(() -> results.get(1).get()).hasRootCauseMessage("away");
        assertThatThrownBy(() -> results.get(2).get()).hasRootCauseMessage("away");
        assertThat(results.get(3).get()).isEqualTo("n3");
        assertThat(results.get(4).get()).isEqualTo("n4");
        assertThat(work.result(5)).isEqualTo("n5");
    }

    @Test
    void anErrorIsToldAndTheNextGoOn() throws Exception {
        Held held = new Held(pieces -> {
            if (pieces.contains(1)) {
                throw new StackOverflowError("deep");
            }
            return named(pieces);
        });
        SharedWork<Integer, String> work = shared(held::run, 1);
        List<Future<String>> results = callAll(work, held, 2);
        assertThatThrownBy(() -> results.get(1).get()).hasRootCauseInstanceOf(StackOverflowError.class);
        assertThat(results.get(2).get()).isEqualTo("n2");
        assertThat(work.result(3)).isEqualTo("n3");
    }

    @Test
    void whoIsNotBegunInTimeIsToldAndNotDone() throws Exception {
        Held held = new Held(this::named);
        SharedWork<Integer, String> work = new SharedWork<>(
                held::run, _ -> 1, _ -> false, new SharedWork.Bounds(1, 10, Duration.ofMillis(20)), new SystemTime());
        Future<String> first = callers.submit(() -> work.result(0));
        held.begun.await();
        assertThatThrownBy(() -> work.result(1)).isInstanceOf(CannotCreateTransactionException.class);
        held.mayEnd.countDown();
        assertThat(first.get()).isEqualTo("n0");
        assertThat(done).containsExactly(List.of(0));
    }

    @Test
    void whoIsInterruptedLearnsTheResultAndStaysInterrupted() throws Exception {
        Held held = new Held(this::named);
        SharedWork<Integer, String> work = shared(held::run, 10);
        Future<String> first = callers.submit(() -> work.result(0));
        held.begun.await();
        CountDownLatch ready = new CountDownLatch(1);
        Future<String> second = callers.submit(() -> {
            Thread.currentThread().interrupt();
            ready.countDown();
            String result = work.result(1);
            return result + Thread.currentThread().isInterrupted();
        });
        ready.await();
        awaitWaiting(work, 1);
        held.mayEnd.countDown();
        assertThat(first.get()).isEqualTo("n0");
        assertThat(second.get()).isEqualTo("n1true");
    }

    @Test
    void everyPieceOfManyCallersIsDoneOnceWhateverFails() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        SharedWork<Integer, String> work = new SharedWork<>(
                pieces -> {
                    if (pieces.stream().anyMatch(piece -> piece % 17 == 0)) {
                        throw new IllegalArgumentException();
                    }
                    return named(pieces);
                },
                piece -> 1 + piece % 3,
                failure -> failure instanceof IllegalArgumentException,
                new SharedWork.Bounds(2, 5, LONG),
                new SystemTime());
        List<Future<String>> results = new ArrayList<>();
        int count = 500 + random.nextInt(500);
        for (int i = 0; i < count; i++) {
            int number = i;
            results.add(callers.submit(() -> work.result(number)));
        }
        for (int i = 0; i < count; i++) {
            Future<String> result = results.get(i);
            if (i % 17 == 0) {
                assertThatThrownBy(result::get).hasRootCauseInstanceOf(IllegalArgumentException.class);
            } else {
                assertThat(result.get()).as("seed %s", seed).isEqualTo("n" + i);
            }
        }
        assertThat(done.stream().flatMap(List::stream)).doesNotHaveDuplicates();
    }
}
