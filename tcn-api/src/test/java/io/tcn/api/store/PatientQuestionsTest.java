// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.runtime.SystemTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class PatientQuestionsTest {
    /// One out of memory in the question for predecessors gave up all that waited for them.
    @Test
    void whatIsRefusedIsAskedAgainAndNotAnsweredWithNothing() throws InterruptedException {
        StoreThread thread = new StoreThread(new SystemTime(), () -> {}, LockSupport::parkNanos);
        thread.start();
        try {
            AtomicInteger asked = new AtomicInteger();
            CompletableFuture<String> answer = new CompletableFuture<>();
            new PatientQuestions(thread, Duration.ofMillis(10))
                    .ask(
                            () -> {
                                if (asked.incrementAndGet() < 3) {
                                    throw new OutOfMemoryError("as in a small heap");
                                }
                                return "ACTIVE";
                            },
                            answer::complete);
            assertThat(answer.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo("ACTIVE");
            assertThat(asked).hasValue(3);
        } finally {
            thread.stop(Duration.ofSeconds(5));
        }
    }
}
