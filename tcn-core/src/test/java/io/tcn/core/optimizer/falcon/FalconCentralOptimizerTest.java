// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.utility.SumUtility;
import java.util.List;
import org.junit.jupiter.api.Test;

class FalconCentralOptimizerTest {
    private int n1 = 1;
    private int n2 = 1;
    private long interval;

    /// 20 Mbit/s a connection of 1 Gbit/s, shared by connections: 50 in all, 25 each.
    @Test
    void oneSearchFillsTheLinkForAllAndSharesEvenly() {
        FalconCentralOptimizer optimizer = optimizer();
        for (int k = 0; k < 60; k++) {
            double bps = Math.min(1e9, (n1 + n2) * 20e6);
            decide(optimizer, busy("a", n1, bps * n1 / (n1 + n2)), busy("b", n2, bps * n2 / (n1 + n2)));
            assertThat(Math.abs(n1 - n2)).isLessThanOrEqualTo(1);
        }
        assertThat(n1 + n2).isBetween(38, 58);
    }

    /// One of two pipes loses from 12 connections on, of the other nothing is known.
    @Test
    void theLossOfAllIsTheMeanOverWhatTheyCarry() {
        FalconCentralOptimizer optimizer = optimizer();
        double sum = 0;
        for (int k = 0; k < 100; k++) {
            PipeObservation lossy = busy("a", n1, n1 * 20e6).toBuilder()
                    .lossRatio(n1 < 12 ? 0 : 0.1)
                    .build();
            decide(optimizer, lossy, busy("b", n2, n2 * 20e6));
            sum += k < 50 ? 0 : n1 + n2;
        }
        assertThat(sum / 50).isBetween(10.0, 30.0);
    }

    @Test
    void whoHasNothingToMoveGetsNoShare() {
        FalconCentralOptimizer optimizer = optimizer();
        decide(optimizer, busy("a", 1, 0), Watched.idle(Watched.pipe("b", 1, 50), 1));
        for (int k = 0; k < 10; k++) {
            decide(optimizer, busy("a", n1, n1 * 20e6), Watched.idle(Watched.pipe("b", 1, 50), n2));
        }
        assertThat(n1).isGreaterThan(4);
        assertThat(n2).isEqualTo(1);
    }

    private static FalconCentralOptimizer optimizer() {
        return new FalconCentralOptimizer(new GradientDescentSearch(), FalconUtility.usual(), new SumUtility());
    }

    private static PipeObservation busy(String name, int n, double bps) {
        return Watched.busy(Watched.pipe(name, 1, 50), n, bps);
    }

    private void decide(FalconCentralOptimizer optimizer, PipeObservation... pipes) {
        Decision decision = optimizer.decide(Watched.interval(interval++, pipes));
        List<Integer> decided = decision.pipes().stream()
                .map(pipe -> pipe.tuning().connections())
                .toList();
        n1 = decided.get(0);
        n2 = decided.get(1);
    }
}
