// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

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

/// Every pipe has a search of its own, within its limits; intervals that say nothing are passed over.
class FalconPipeTunerTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final double FILE_BPS = 20e6;
    private static final double LINK_BPS = 1e9;

    private long interval;

    private static PipeObservation seen(int least, int most, int decided, double active, int queued) {
        double throughputBps = Math.min(active * FILE_BPS, LINK_BPS);
        Pipe pipe = new Pipe(
                PipeId.of("p"),
                Endpoint.parse("https://a"),
                Endpoint.parse("https://b"),
                UserId.of("cms"),
                new PipeLimits(least, most));
        return new PipeObservation(
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
                0);
    }

    private PipeDecision decide(Optimizer optimizer, PipeObservation pipe) {
        interval++;
        return optimizer
                .decide(new Observation(
                        interval,
                        START.plusSeconds(10 * interval),
                        Duration.ofSeconds(10),
                        List.of(pipe),
                        NetworkMapSnapshot.empty(START),
                        List.of()))
                .pipes()
                .getFirst();
    }

    @Test
    void allOfThemFillTheLinkWithinTheLimitsOfThePipe() {
        for (FalconFactory factory : FalconFactory.all(new SumUtility())) {
            for (int most : new int[] {30, 100}) {
                Optimizer optimizer = factory.create(new Random(5));
                int n = 1;
                double moved = 0;
                double could = 0;
                for (int i = 0; i < 200; i++) {
                    n = decide(optimizer, seen(1, most, n, n, 1000)).tuning().connections();
                    assertThat(n).as(factory.name()).isBetween(1, most);
                    if (i >= 80) {
                        moved += Math.min(n * FILE_BPS, LINK_BPS);
                        could += Math.min(most * FILE_BPS, LINK_BPS);
                    }
                }
                assertThat(moved / could).as(factory.name() + ", " + most).isGreaterThan(0.7);
            }
        }
    }

    @Test
    void anIntervalWithTooFewTransfersTeachesNothing() {
        Optimizer optimizer = FalconFactory.all(new SumUtility()).getFirst().create(new Random(1));
        int n = decide(optimizer, seen(1, 100, 1, 1, 1000)).tuning().connections();
        for (int i = 0; i < 30; i++) {
            n = decide(optimizer, seen(1, 100, n, n, 1000)).tuning().connections();
        }
        for (int i = 0; i < 20; i++) {
            PipeDecision decision = decide(optimizer, seen(1, 100, n, 3, 0));
            assertThat(decision.rationale().reason()).isEqualTo(Reason.NO_BACKLOG);
            assertThat(decision.tuning().connections()).isEqualTo(n);
        }
        assertThat(decide(optimizer, seen(1, 100, n, 0, 0)).rationale().reason())
                .isEqualTo(Reason.IDLE);
        assertThat(decide(optimizer, seen(1, 10, n, n, 1000)).tuning().connections())
                .isLessThanOrEqualTo(10);
    }
}
