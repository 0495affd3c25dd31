// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.remote.Message;
import io.tcn.core.model.PipeId;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentBytesTest {
    private static final PipeId PIPE = PipeId.of("p");
    private final AgentBytes bytes = new AgentBytes();

    private boolean take(String instance, String pipe, long sequence, long total) {
        return bytes.take(new Message.Moved(instance, pipe, sequence, total, List.of()));
    }

    @Test
    void nothingIsKeptOfPipesAndProcessesThatAreGone() {
        for (int i = 0; i < 100; i++) {
            String pipe = "p" + i;
            bytes.begins(PipeId.of(pipe));
            assertThat(take("a", pipe, 1, 10)).isTrue();
            assertThat(take("b", pipe, 1, 10)).isTrue();
            assertThat(bytes.moved(PipeId.of(pipe))).isEqualTo(20);
            bytes.forget(PipeId.of(pipe));
            assertThat(take("a", pipe, 2, 20)).isFalse();
        }
        assertThat(bytes.size()).isZero();
        bytes.begins(PIPE);
        take("a", "p", 1, 10);
        take("b", "p", 1, 10);
        bytes.lost("a");
        assertThat(bytes.size()).isEqualTo(2);
        assertThat(bytes.moved(PIPE)).isEqualTo(20);
    }

    /// A process that has forgotten the pipe tells of 0 first, with a greater number.
    @Test
    void aProcessThatBeginsToCountAnewIsCountedOn() {
        bytes.begins(PIPE);
        take("a", "p", 1, 500);
        take("a", "p", 2, 900);
        assertThat(take("a", "p", 8, 0)).isTrue();
        assertThat(take("a", "p", 9, 50)).isTrue();
        assertThat(take("a", "p", 2, 900)).isFalse();
        assertThat(bytes.moved(PIPE)).isEqualTo(950);
    }
}
