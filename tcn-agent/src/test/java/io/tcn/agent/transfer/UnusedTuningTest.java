// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import org.junit.jupiter.api.Test;

class UnusedTuningTest {
    private static final PipeId PIPE = PipeId.of("p");

    private final UnusedTuning unused = new UnusedTuning();

    @Test
    void whatActsIsNotSpokenOf() {
        assertThat(unused.tuned(PIPE, PipeTuning.of(7))).isFalse();
        assertThat(unused.tuned(PIPE, new PipeTuning(5, 4, 1, 3, 5, 2))).isFalse();
    }

    @Test
    void filesAheadAreSpokenOfOnceForAPipe() {
        PipeTuning ahead = new PipeTuning(5, 4, 8, 0, 0, 0);

        assertThat(unused.tuned(PIPE, ahead)).isTrue();
        assertThat(unused.tuned(PIPE, ahead)).isFalse();
        assertThat(unused.tuned(PipeId.of("q"), ahead)).isTrue();
        unused.forget(PIPE);
        assertThat(unused.tuned(PIPE, ahead)).isTrue();
    }
}
