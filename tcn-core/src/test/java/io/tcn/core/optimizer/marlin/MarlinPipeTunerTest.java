// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.utility.SumUtility;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Marlin's search on the connections of a pipe, within its limits.
class MarlinPipeTunerTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Optimizer optimizer = new MarlinFactory(new SumUtility()).create(new Random(1));
    private long interval;

    private PipeDecision decide(int least, int most, int decided, double active, int queued) {
        // 20 Mbit/s a connection, a link of 400: twenty fill it.
        double throughputBps = Math.min(active * 20e6, 400e6);
        Pipe pipe = new Pipe(
                PipeId.of("p"),
                Endpoint.parse("https://a"),
                Endpoint.parse("https://b"),
                UserId.of("cms"),
                new PipeLimits(least, most));
        interval++;
        return optimizer
                .decide(new Observation(
                        interval,
                        START.plusSeconds(10 * interval),
                        Duration.ofSeconds(10),
                        List.of(new PipeObservation(
                                pipe,
                                decided,
                                active,
                                (int) active,
                                (int) active,
                                queued,
                                (long) (throughputBps / 8 * 10),
                                throughputBps,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0)),
                        NetworkMapSnapshot.empty(START),
                        List.of()))
                .pipes()
                .getFirst();
    }

    @Test
    void itFillsTheLinkWithAboutAsManyAsItTakes() {
        int n = 1;
        double sum = 0;
        for (int i = 0; i < 200; i++) {
            n = decide(1, 64, n, n, 1000).tuning().connections();
            sum += i >= 100 ? n : 0;
        }
        assertThat(sum / 100).isBetween(16.0, 26.0);
    }

    @Test
    void filesThatRunOnAfterNHasFallenDoNotLookLikeGains() {
        // One file in five ends in an interval, so what is open follows a lower n slowly.
        int n = 1;
        double open = 1;
        double sum = 0;
        for (int i = 0; i < 300; i++) {
            n = decide(1, 64, n, open, 1000).tuning().connections();
            open = n >= open ? n : Math.max(n, 0.8 * open);
            sum += i >= 150 ? open : 0;
        }
        assertThat(sum / 150).isBetween(16.0, 26.0);
    }

    @Test
    void itKeepsToTheLimitsOfThePipeAndPassesOverWhatTeachesNothing() {
        int n = decide(3, 8, 3, 3, 1000).tuning().connections();
        for (int i = 0; i < 60; i++) {
            n = decide(3, 8, n, n, 1000).tuning().connections();
            assertThat(n).isBetween(3, 8);
        }
        PipeDecision passed = decide(3, 8, n, 1, 0);
        assertThat(passed.rationale().reason()).isEqualTo(Reason.NO_BACKLOG);
        assertThat(passed.tuning().connections()).isEqualTo(n);
        assertThat(decide(3, 8, n, 0, 0).rationale().reason()).isEqualTo(Reason.IDLE);
    }
}
