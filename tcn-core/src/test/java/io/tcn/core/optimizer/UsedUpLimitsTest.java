// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Limits that are used up, by pipe.
class UsedUpLimitsTest {
    /// Pipes p0 to p3 get 1, 2, 3 and 4 connections.
    private static final List<PipeDecision> PIPES = IntStream.range(0, 4)
            .mapToObj(number -> new PipeDecision(
                    PipeId.of("p" + number),
                    PipeTuning.of(number + 1),
                    number + 1,
                    number + 1,
                    Rationale.of(Reason.START)))
            .toList();

    private static String named(UsedUpLimits limits, int pipe) {
        return limits.of(PipeId.of("p" + pipe)).map(ConnectionLimit::name).orElse("none");
    }

    @Test
    void aLimitOfWhichAllIsGivenHoldsItsPipesAndNoOthers() {
        // 1 + 2 = 3 of 3; 3 + 4 = 7 of 8.
        UsedUpLimits limits = new UsedUpLimits(
                List.of(
                        new ConnectionLimit("used up", 3, new int[] {0, 1}),
                        new ConnectionLimit("one is left", 8, new int[] {2, 3})),
                PIPES);
        assertThat(named(limits, 0)).isEqualTo("used up");
        assertThat(named(limits, 1)).isEqualTo("used up");
        assertThat(named(limits, 2)).isEqualTo("none");
        assertThat(named(limits, 3)).isEqualTo("none");
        assertThat(named(limits, 9)).isEqualTo("none");
    }

    @Test
    void ofSeveralTheFirstIsNamed() {
        UsedUpLimits limits = new UsedUpLimits(
                List.of(
                        new ConnectionLimit("of p3", 4, new int[] {3}),
                        new ConnectionLimit("total", 10, new int[] {0, 1, 2, 3})),
                PIPES);
        assertThat(named(limits, 3)).isEqualTo("of p3");
        assertThat(named(limits, 0)).isEqualTo("total");
    }
}
