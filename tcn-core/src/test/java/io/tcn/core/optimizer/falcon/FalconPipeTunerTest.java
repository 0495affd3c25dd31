// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.utility.SumUtility;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Every pipe has a search of its own, within its limits; intervals that say nothing are passed over.
class FalconPipeTunerTest {
    private static final double FILE_BPS = 20e6;
    private static final double LINK_BPS = 1e9;

    private long interval;

    private static PipeObservation seen(int least, int most, int decided, double active, int queued) {
        double throughputBps = Math.min(active * FILE_BPS, LINK_BPS);
        return Watched.running(Watched.pipe("p", least, most), decided, active, queued, throughputBps);
    }

    private PipeDecision decide(Optimizer optimizer, PipeObservation pipe) {
        interval++;
        return optimizer.decide(Watched.interval(interval, pipe)).pipes().getFirst();
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
    void lossThatIsKnownKeepsItFromMore() {
        double without = meanOfTheLast(0.0);
        double with = meanOfTheLast(0.05);
        double unknown = meanOfTheLast(Double.NaN);
        assertThat(without).isGreaterThan(38);
        assertThat(unknown).isEqualTo(without);
        assertThat(with).isBetween(15.0, 27.0);
    }

    /// n that a network comes to which loses the given part from 25 connections on; the best n without loss is 50.
    private double meanOfTheLast(double lossRatio) {
        Optimizer optimizer = FalconFactory.all(new SumUtility()).getFirst().create(new Random(3));
        int n = 1;
        double sum = 0;
        for (int i = 0; i < 300; i++) {
            PipeObservation seen = seen(1, 100, n, n, 1000).toBuilder()
                    .throughputBps(n * FILE_BPS)
                    .lossRatio(n < 25 ? 0 * lossRatio : lossRatio)
                    .build();
            n = decide(optimizer, seen).tuning().connections();
            sum += i < 200 ? 0 : n;
        }
        return sum / 100;
    }

    @Test
    void anIntervalInWhichFilesOfAHigherNumberStillRunTeachesNothing() {
        for (FalconFactory factory : FalconFactory.all(new SumUtility())) {
            if (factory.name().equals("falcon-central")) {
                continue;
            }
            Optimizer optimizer = factory.create(new Random(5));
            decide(optimizer, seen(1, 100, 1, 1, 1000));

            PipeDecision held = decide(optimizer, seen(1, 100, 14, 22, 1000));

            assertThat(held.tuning().connections()).as(factory.name()).isEqualTo(14);
            assertThat(held.rationale().reason()).isEqualTo(Reason.NOTHING_MEASURED);
            assertThat(decide(optimizer, seen(1, 100, 14, 15, 1000)).rationale().reason())
                    .isEqualTo(Reason.PROBE);
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
