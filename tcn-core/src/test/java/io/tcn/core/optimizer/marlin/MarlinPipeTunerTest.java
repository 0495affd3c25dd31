// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.utility.SumUtility;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Marlin's search on the connections of a pipe, within its limits.
class MarlinPipeTunerTest {
    private final Optimizer optimizer = new MarlinFactory(new SumUtility()).create(new Random(1));
    private long interval;

    private PipeDecision decide(int least, int most, int decided, double active, int queued) {
        // 20 Mbit/s a connection, a link of 400: twenty fill it.
        double throughputBps = Math.min(active * 20e6, 400e6);
        interval++;
        return optimizer
                .decide(Watched.interval(
                        interval,
                        Watched.running(Watched.pipe("p", least, most), decided, active, queued, throughputBps)))
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

    /// From eight connections on each loses 0.1 % for each further one; summed over ten connections that is 2 %, of
    /// which equation 2 makes a fifth of the throughput, more than two further connections bring.
    @Test
    void lossIsSummedOverTheConnectionsAndHoldsThemBack() {
        int n = 1;
        double sum = 0;
        for (int i = 0; i < 200; i++) {
            n = lossy(n).tuning().connections();
            sum += i >= 100 ? n : 0;
        }
        assertThat(sum / 100).isBetween(6.0, 12.0);
    }

    private PipeDecision lossy(int n) {
        interval++;
        return optimizer
                .decide(Watched.interval(
                        interval,
                        Watched.running(Watched.pipe("p", 1, 64), n, n, 1000, n * 20e6).toBuilder()
                                .lossRatio(0.001 * Math.max(0, n - 8))
                                .build()))
                .pipes()
                .getFirst();
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
