// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.port.ControlEvents;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopFenceTest {
    private final List<String> told = new ArrayList<>();
    private final LoopFence fence = new LoopFence("pets", new ControlEvents() {
        @Override
        public void stepFailed(String loop, Throwable defect) {
            told.add(loop + ": " + defect.getMessage());
        }
    });

    @Test
    void errorsAreKeptInToo() {
        assertThat(fence.run(() -> {
                    throw new OutOfMemoryError("heap");
                }))
                .isFalse();
        assertThat(told).containsExactly("pets: heap");
    }

    @Test
    void threeStepsInARowThatDoNotWorkAreUnhealthyUntilOneDoes() {
        // Two parts that fail are one step that fails.
        fail();
        fail();
        fence.endStep();
        fail();
        fence.endStep();
        assertThat(fence.isHealthy()).isTrue();

        fail();
        assertThat(fence.run(() -> {})).isTrue();
        fence.endStep();
        assertThat(fence.isHealthy()).isFalse();

        fence.endStep();
        assertThat(fence.isHealthy()).isTrue();
        assertThat(told).hasSize(4);
    }

    @Test
    void whoHearsOfADefectMayEndAll() {
        LoopFence strict = new LoopFence("pets", new ControlEvents() {
            @Override
            public void stepFailed(String loop, Throwable defect) {
                throw new IllegalStateException("a run ends", defect);
            }
        });
        assertThatThrownBy(() -> strict.run(() -> {
                    throw new StackOverflowError();
                }))
                .hasMessage("a run ends");
    }

    private void fail() {
        fence.run(() -> {
            throw new IllegalStateException("ill");
        });
    }
}
