// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.state.PipeActivity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PipeSumsTest {
    /// Two run on three connections, five are queued, and one waits for another.
    private static final PipeActivity ACTIVITY = PipeActivity.at(0)
            .activeTransfers(2)
            .activeConnections(3)
            .waitingTransfers(6)
            .heldTransfers(5)
            .build();

    private record Told(
            Pipe pipe, PipeActivity activity, @Nullable PipeObservation seen) implements PipeNow {}

    private static PipeNow pipe(String source, String destination) {
        Pipe pipe = new Pipe(
                PipeId.of(source + ">" + destination),
                Endpoint.parse(source),
                Endpoint.parse(destination),
                UserId.of("cms"),
                new PipeLimits(1, 10));
        PipeObservation seen = PipeObservation.of(pipe)
                .activeConnections(3)
                .activeTransfers(2)
                .queuedTransfers(5)
                .throughputBps(8)
                .build();
        return new Told(pipe, ACTIVITY, seen);
    }

    @Test
    void aPipeFromAStorageToItselfCountsThereOnceAndReadsAndWritesThere() {
        Map<Endpoint, PipeSums> sums =
                PipeSums.ofEndpoints(List.of(pipe("https://a", "https://a"), pipe("https://a", "https://b")));

        PipeSums a = Objects.requireNonNull(sums.get(Endpoint.parse("https://a")));
        assertThat(a.pipes()).isEqualTo(2);
        assertThat(a.queued()).isEqualTo(10);
        assertThat(a.reading()).isEqualTo(6);
        assertThat(a.writing()).isEqualTo(3);
        assertThat(a.readBps()).isEqualTo(16);
        assertThat(a.writtenBps()).isEqualTo(8);
        PipeSums b = Objects.requireNonNull(sums.get(Endpoint.parse("https://b")));
        assertThat(b.reading()).isZero();
        assertThat(b.writing()).isEqualTo(3);
    }

    @Test
    void whatWasNotSeenYetHasMovedNothing() {
        Pipe pipe = pipe("https://a", "https://b").pipe();
        PipeSums sums = PipeSums.total(List.of(new Told(pipe, ACTIVITY, null)));

        assertThat(sums.throughputBps()).isZero();
        assertThat(sums.failedLately()).isZero();
        assertThat(sums.open()).isEqualTo(3);
        assertThat(sums.waiting()).isEqualTo(1);
    }
}
