// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.runtime.SystemTime;
import io.tcn.core.port.TimeSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.h2.api.ErrorCode;
import org.h2.message.DbException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.UncategorizedSQLException;

/// One request that fails, in whatever way, costs itself and nothing else; a database that fails is waited for.
class StoreThreadTest {
    /// Pauses are so many times shorter than those of a server.
    private static final int HURRY = 100;

    private final AtomicBoolean works = new AtomicBoolean(true);
    private final StoreThread thread =
            new StoreThread(new SystemTime(), this::probe, pause -> LockSupport.parkNanos(pause / HURRY));

    private void probe() {
        if (!works.get()) {
            throw unknown();
        }
    }

    private static UncategorizedSQLException unknown() {
        return new UncategorizedSQLException("question", "select", new SQLException("something"));
    }

    @BeforeEach
    void start() {
        thread.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.stop(Duration.ofSeconds(5));
    }

    private <T> CompletableFuture<T> ask(Supplier<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        thread.add(() -> {
            try {
                answer.complete(thread.trying(work));
            } catch (RuntimeException | Error refused) {
                answer.completeExceptionally(refused);
            }
        });
        return answer.orTimeout(60, TimeUnit.SECONDS);
    }

    @Test
    void anErrorCostsItsOwnRequestAndIsTold() {
        thread.add(() -> {
            throw new StackOverflowError();
        });
        thread.add(() -> {
            throw new IllegalStateException("broken");
        });

        assertThat(ask(() -> "next").join()).isEqualTo("next");
        assertThat(thread.answers()).isTrue();
        assertThat(thread.trouble())
                .hasValueSatisfying(reason -> assertThat(reason).contains("IllegalStateException"));
    }

    /// Notes how many were worked on together.
    private static StoreThread.Batched change(List<String> done) {
        return new StoreThread.Batched() {
            @Override
            public void run() {
                runWith(List.of(this));
            }

            @Override
            public void runWith(List<StoreThread.Batched> together) {
                done.add(together.size() + " changes");
            }
        };
    }

    @Test
    void questionsDoNotPartChangesAndOtherWorkDoes() throws InterruptedException {
        List<String> done = new ArrayList<>();
        StoreThread.Question question = () -> done.add("question");
        CountDownLatch all = new CountDownLatch(1);
        thread.add(() -> {
            // What comes while the thread is at work is taken as a whole after it.
            thread.add(question);
            thread.add(change(done));
            thread.add(question);
            thread.add(change(done));
            thread.add(() -> done.add("other work"));
            thread.add(question);
            thread.add(change(done));
            thread.add(() -> all.countDown());
        });

        assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(done).containsExactly("2 changes", "question", "question", "other work", "1 changes", "question");
    }

    @Test
    void aDatabaseThatH2HasClosedIsAwayAndNotRefusing() {
        AtomicInteger left = new AtomicInteger(7);
        assertThat(ask(() -> {
                            if (left.getAndDecrement() > 0) {
                                throw new UncategorizedSQLException(
                                        "question",
                                        "select",
                                        DbException.getJdbcSQLException(ErrorCode.DATABASE_IS_CLOSED));
                            }
                            return "open again";
                        })
                        .join())
                .isEqualTo("open again");
    }

    @Test
    void aDatabaseThatIsBusyIsAskedUntilItAnswers() {
        AtomicInteger tries = new AtomicInteger();

        assertThat(ask(() -> {
                            if (tries.incrementAndGet() < 4) {
                                throw new CannotAcquireLockException("busy");
                            }
                            return "done";
                        })
                        .join())
                .isEqualTo("done");
        assertThat(tries).hasValue(4);
        assertThat(thread.answers()).isTrue();
        assertThat(thread.trouble()).isEmpty();
    }

    @Test
    void whatCallsItselfPassingAndDoesNotPassCostsItsOwnRequest() {
        AtomicInteger tries = new AtomicInteger();

        assertThatThrownBy(ask(() -> {
                    tries.incrementAndGet();
                    throw new CannotAcquireLockException("row not found in primary index");
                })::join)
                .hasCauseInstanceOf(CannotAcquireLockException.class);
        assertThat(tries.get()).isBetween(8, 20);
        assertThat(ask(() -> "next").join()).isEqualTo("next");
        assertThat(thread.answers()).isTrue();
    }

    @Test
    void whatFailsForAnUnknownReasonIsRefusedIfTheDatabaseDoesOtherWork() {
        AtomicInteger tries = new AtomicInteger();

        assertThatThrownBy(ask(() -> {
                    tries.incrementAndGet();
                    throw unknown();
                })::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(UncategorizedSQLException.class);
        assertThat(tries.get()).isBetween(2, 10);
        assertThat(ask(() -> "next").join()).isEqualTo("next");
        assertThat(thread.answers()).isTrue();
    }

    @Test
    void whatFailsForAnUnknownReasonIsTriedOnWhileTheDatabaseDoesNothingElseEither() {
        works.set(false);
        AtomicInteger tries = new AtomicInteger();

        assertThat(ask(() -> {
                            if (tries.incrementAndGet() < 8) {
                                throw unknown();
                            }
                            return "done";
                        })
                        .join())
                .isEqualTo("done");
    }

    @Test
    void whatCanNeverWorkIsNotTriedTwice() {
        AtomicInteger tries = new AtomicInteger();

        assertThatThrownBy(ask(() -> {
                    tries.incrementAndGet();
                    throw new DataIntegrityViolationException("never");
                })::join)
                .hasCauseInstanceOf(DataIntegrityViolationException.class);
        assertThat(tries).hasValue(1);
    }

    @Test
    void whoWaitsForADatabaseThatDoesNotComeBackIsToldAndAllGoesOnWhenItDoes() throws Exception {
        AtomicLong nanos = new AtomicLong();
        StoreThread slow = new StoreThread(stepped(nanos), this::probe);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        slow.start();
        try {
            assertThat(slow.atWork()).isZero();
            slow.add(() -> slow.trying(() -> {
                inside.countDown();
                return uninterrupted(back);
            }));
            assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Object> caller = slow.forCaller(new CompletableFuture<>());
            assertThat(slow.trouble()).isEmpty();
            nanos.addAndGet(Duration.ofSeconds(11).toNanos());
            // Nobody has seen to it yet: a lock of somebody else, with which the database answers others.
            assertThat(slow.trouble())
                    .hasValueSatisfying(words -> assertThat(words).contains("11 s", "lock"));
            assertThat(slow.answers()).isTrue();

            slow.hangs();

            assertThat(slow.atWork()).isEqualTo(Duration.ofSeconds(11));
            assertThat(slow.place()).contains("StoreThreadTest");
            assertThat(slow.answers()).isFalse();
            assertThat(slow.trouble()).isPresent();
            assertThat(caller).isCompletedExceptionally();

            back.countDown();
            slow.stop(Duration.ofSeconds(20));
            assertThat(slow.answers()).isTrue();
            assertThat(slow.trouble()).isEmpty();
        } finally {
            back.countDown();
            slow.stop(Duration.ofSeconds(5));
        }
    }

    @Test
    void itEndsThoughTheDatabaseStaysAway() throws Exception {
        works.set(false);
        CountDownLatch tried = new CountDownLatch(3);
        CompletableFuture<Object> answer = ask(() -> {
            tried.countDown();
            throw new CannotAcquireLockException("away");
        });
        assertThat(tried.await(20, TimeUnit.SECONDS)).isTrue();

        thread.stop(Duration.ofMillis(1));

        assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(CannotAcquireLockException.class);
    }

    @Test
    void wordThatComesTooLateDoesNotMakeAQuietDatabaseAnIllOne() {
        thread.hangs();

        assertThat(thread.answers()).isTrue();
        assertThat(thread.trouble()).isEmpty();
    }

    private static TimeSource stepped(AtomicLong nanos) {
        return new TimeSource() {
            @Override
            public long nanoTime() {
                return nanos.get();
            }

            @Override
            public Instant now() {
                return Instant.EPOCH.plusNanos(nanos.get());
            }
        };
    }

    private static boolean uninterrupted(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }
}
