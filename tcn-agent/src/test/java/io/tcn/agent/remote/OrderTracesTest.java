// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.transfer.AttemptTrace;
import io.tcn.core.port.Attempt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTracesTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String HEADER = "00-" + TRACE + "-00f067aa0ba902b7-01";

    private final OrderTraces traces = new OrderTraces();
    private final Attempt first = OrderBookTest.attempt(1, 1, null);
    private final Attempt second = OrderBookTest.attempt(1, 2, null);

    @Test
    void anAttemptHasTheTraceThatCameWithItsOrder() {
        traces.give(first.id(), HEADER);

        assertThat(traces.begin(first).parent()).contains(HEADER);
        assertThat(traces.begin(first).words()).isEqualTo("trace=" + TRACE + " ");
        assertThat(traces.begin(second)).isSameAs(AttemptTrace.NONE);
    }

    @Test
    void theEndOfAnAttemptLeavesTheTraceOfTheNext() {
        traces.give(first.id(), HEADER);
        traces.give(second.id(), HEADER);
        traces.forget(first.id());

        assertThat(traces.begin(first)).isSameAs(AttemptTrace.NONE);
        assertThat(traces.begin(second).parent()).contains(HEADER);
    }

    @Test
    void anOlderServerGivesNone() {
        traces.give(first.id(), null);

        assertThat(traces.begin(first)).isSameAs(AttemptTrace.NONE);
    }

    /// It becomes a header and stands in the log.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nHost: b",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n",
            })
    void whatIsNoHeaderOfATraceIsNone(String rogue) {
        traces.give(first.id(), rogue);

        assertThat(traces.begin(first)).isSameAs(AttemptTrace.NONE);
    }
}
