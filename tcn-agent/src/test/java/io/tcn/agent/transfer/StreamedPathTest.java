// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tcn.agent.path.NetlinkSockets;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.PathCounts;
import io.tcn.core.port.ShapedBound;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What the kernel tells of the connections of a real streamed copy over loopback counts for its pipe.
class StreamedPathTest extends PlaneFixture {
    private static final int SIZE = 3_000_000;

    /// Slow enough to look on: six seconds.
    private static final double BOUND = 4e6;

    private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();

    @Test
    void roundTripAndLossOfAStreamedCopyAreThoseOfItsPipe() throws InterruptedException {
        assumeTrue(NetlinkSockets.open().isPresent(), "this system does not tell of connections");
        from.put("/f", Orders.bytes(SIZE));
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF));
        plane().shape(Orders.PIPE, List.of(new ShapedBound(UserId.of("cms"), ResourceId.of("link:a>b"), BOUND)));
        assertThat(plane().pathCounts(Orders.PIPE)).isEqualTo(PathCounts.NONE);
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        assertThat(heard.next()).isInstanceOf(Prepared.class);
        plane().proceed(attempt.id());

        PathCounts counts = awaitSegments();

        assertThat(counts.rttSeconds()).isBetween(1e-6, 0.2);
        assertThat(counts.lossRatioSince(PathCounts.NONE)).isBetween(0.0, 0.05);
        assertThat(plane().movingConnections(Orders.PIPE, Duration.ofSeconds(10)))
                .isEqualTo(1);
        assertThat(plane().pathCounts(PipeId.of("other"))).isEqualTo(PathCounts.NONE);
        assertThat(heard.next()).isInstanceOf(Finished.class);
        assertThat(plane().movingConnections(Orders.PIPE, Duration.ofSeconds(10)))
                .isZero();
    }

    private PathCounts awaitSegments() throws InterruptedException {
        long began = System.nanoTime();
        PathCounts counts = plane().pathCounts(Orders.PIPE);
        while (!(counts.sentSegments() > 0) && System.nanoTime() - began < PATIENCE_NANOS) {
            TimeUnit.MILLISECONDS.sleep(20);
            plane().lookAtPaths();
            counts = plane().pathCounts(Orders.PIPE);
        }
        return counts;
    }
}
