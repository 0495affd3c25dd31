// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LastUseTest {
    private final HandClock clock = new HandClock();
    private final LastUse<String> uses = new LastUse<>(clock, Duration.ofMinutes(10));

    @Test
    void whatNobodyHasUsedForLongIsIdle() {
        uses.used("a");
        uses.used("b");
        clock.pass(Duration.ofMinutes(6));
        uses.used("a");
        clock.pass(Duration.ofMinutes(4));
        assertThat(uses.idle(what -> false)).containsExactly("b");
        assertThat(uses.idle(what -> what.equals("b"))).isEmpty();
        uses.forget("b");
        clock.pass(Duration.ofMinutes(6));
        assertThat(uses.idle(what -> false)).containsExactly("a");
        uses.forget("a");
        assertThat(uses.size()).isZero();
    }
}
