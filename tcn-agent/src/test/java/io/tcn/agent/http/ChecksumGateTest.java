// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ChecksumGateTest {
    private static final String HERE = "https://here:1094";

    private final ChecksumGate gate = new ChecksumGate(2);

    @Test
    void aThirdRequestWaitsForAPlace() throws Exception {
        ChecksumGate.Place first = gate.enter(HERE);
        ChecksumGate.Place second = gate.enter(HERE);
        CompletableFuture<ChecksumGate.Place> third = new CompletableFuture<>();
        Thread waiting = start(third);
        assertThat(third).isNotDone();

        first.close();
        third.get(20, TimeUnit.SECONDS).close();
        second.close();

        waiting.join();
        assertThat(gate.size()).isZero();
    }

    @Test
    void anotherStorageHasItsOwnPlaces() throws Exception {
        try (ChecksumGate.Place _ = gate.enter(HERE);
                ChecksumGate.Place _ = gate.enter(HERE);
                ChecksumGate.Place _ = gate.enter("https://there:1094")) {
            assertThat(gate.size()).isEqualTo(2);
        }
        assertThat(gate.size()).isZero();
    }

    @Test
    void whoIsInterruptedWaitsNoLonger() throws Exception {
        try (ChecksumGate.Place _ = gate.enter(HERE);
                ChecksumGate.Place _ = gate.enter(HERE)) {
            CompletableFuture<ChecksumGate.Place> third = new CompletableFuture<>();
            Thread waiting = start(third);
            waiting.interrupt();
            waiting.join();

            assertThat(third).isCompletedExceptionally();
        }
        assertThat(gate.size()).isZero();
    }

    private Thread start(CompletableFuture<ChecksumGate.Place> result) {
        return Thread.ofVirtual().start(() -> {
            try {
                result.complete(gate.enter(HERE));
            } catch (InterruptedException e) {
                result.completeExceptionally(e);
            }
        });
    }
}
