// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.runtime.SystemTime;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;

class PatientTransitionsTest {
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    /// Pauses are so many times shorter than those of a server.
    private static final int HURRY = 1000;

    private final StoreThread thread =
            new StoreThread(new SystemTime(), () -> {}, pause -> LockSupport.parkNanos(pause / HURRY));
    /// Transfers asked for, try by try.
    private final List<List<Long>> tries = Collections.synchronizedList(new ArrayList<>());

    private final AtomicInteger failures = new AtomicInteger();
    private RuntimeException failure = new DataAccessResourceFailureException("no room on the disk");

    private final PatientTransitions patient = new PatientTransitions(this::work, thread, Duration.ofMillis(10));

    /// The database does all but what concerns transfer 2; of that nothing, so many times.
    private Supplier<List<Boolean>> work(List<Transition> batch) {
        return () -> {
            List<Long> asked = batch.stream().map(one -> one.transfer().value()).toList();
            tries.add(asked);
            if (asked.contains(2L) && failures.getAndDecrement() > 0) {
                throw failure;
            }
            return asked.stream().map(transfer -> transfer != 3).toList();
        };
    }

    @BeforeEach
    void start() {
        thread.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.stop(Duration.ofSeconds(5));
    }

    private List<Boolean> ask(Transition... batch) {
        CompletableFuture<List<Boolean>> answer = new CompletableFuture<>();
        patient.ask(List.of(batch), answer::complete);
        return answer.orTimeout(60, TimeUnit.SECONDS).join();
    }

    private static AttemptId attempt(long transfer) {
        return new AttemptId(TransferId.of(transfer), 1);
    }

    private static Transition finish(long transfer) {
        return new Transition.Finish(attempt(transfer), NOW, 10, null);
    }

    /// A database with no room answers other work: the end of a copy counted as not made, and the transfer was ACTIVE
    /// until the server was started again.
    @Test
    void whatHasNoRoomIsMadeWhenThereIsSome() {
        failures.set(35);

        assertThat(ask(finish(1), finish(2), finish(3), finish(4))).containsExactly(true, true, false, true);
        assertThat(tries.getLast()).containsExactly(2L);
        assertThat(tries).filteredOn(asked -> asked.equals(List.of(1L))).hasSize(1);
    }

    @Test
    void soIsWhatFindsNoMemory() {
        AtomicInteger left = new AtomicInteger(3);
        PatientTransitions small = new PatientTransitions(
                batch -> () -> {
                    if (left.getAndDecrement() > 0) {
                        throw new OutOfMemoryError("as in a small heap");
                    }
                    return List.of(true);
                },
                thread,
                Duration.ofMillis(10));
        CompletableFuture<List<Boolean>> answer = new CompletableFuture<>();

        small.ask(List.of(finish(1)), answer::complete);

        assertThat(answer.orTimeout(60, TimeUnit.SECONDS).join()).containsExactly(true);
    }

    /// It is still in its queue, and holds a connection while it waits for an answer.
    @Test
    void aClaimIsNotWaitedFor() {
        failures.set(Integer.MAX_VALUE);

        assertThat(ask(
                        new Transition.Claim(attempt(1), NOW),
                        new Transition.Claim(attempt(2), NOW),
                        new Transition.Claim(attempt(4), NOW)))
                .containsExactly(true, false, true);
    }

    @Test
    void whatCanNeverWorkIsNotAskedAgain() {
        failure = new DataIntegrityViolationException("never");
        failures.set(Integer.MAX_VALUE);

        assertThat(ask(finish(1), finish(2))).containsExactly(true, false);
    }
}
