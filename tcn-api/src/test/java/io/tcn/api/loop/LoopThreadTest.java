// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class LoopThreadTest {
    private final Loops loops = new Loops(new HandTurnedLoop());

    @Test
    void anEventThatEndsInAnErrorCostsNoOtherAndIsTold() throws ExecutionException, InterruptedException {
        try (LoopThread thread = loops.thread("dispatch")) {
            thread.execute(() -> {
                throw new OutOfMemoryError("for a test");
            });
            CompletableFuture<String> next = new CompletableFuture<>();
            thread.execute(() -> next.complete("ran"));

            assertThat(next.get()).isEqualTo("ran");
            assertThat(loops.troubles()).singleElement().satisfies(trouble -> {
                assertThat(trouble.loop()).isEqualTo("dispatch");
                assertThat(trouble.reason()).contains("OutOfMemoryError");
            });
        }
    }
}
