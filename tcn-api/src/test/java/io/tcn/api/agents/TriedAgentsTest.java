// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.TransferId;
import org.junit.jupiter.api.Test;

class TriedAgentsTest {
    private final TriedAgents tried = new TriedAgents();

    private void fail(long transfer, String instance, long now) {
        tried.failed(TransferId.of(transfer), instance, now);
    }

    private boolean hasFailedOften(long transfer) {
        return tried.hasFailedOften(TransferId.of(transfer));
    }

    @Test
    void aTransferThatFailsAtOneAgentAgainAndAgainHasFailedOften() {
        for (int failures = 1; failures < TriedAgents.MOST_OF_TRANSFER; failures++) {
            fail(1, "one", 0);
        }
        assertThat(hasFailedOften(1)).isFalse();
        fail(1, "one", 0);
        assertThat(hasFailedOften(1)).isTrue();
        assertThat(tried.of(TransferId.of(1))).containsExactly("one");
        tried.ended(TransferId.of(1));
        fail(1, "two", 0);
        assertThat(hasFailedOften(1)).isFalse();
    }

    /// Each of more transfers than are remembered fails in turn: what is forgotten before its next failure would cost
    /// no try for ever.
    @Test
    void ofMoreThanAreRememberedNoneIsForgottenBetweenItsFailures() {
        long now = Long.MAX_VALUE - 1000;
        for (long transfer = 1; transfer <= TriedAgents.MOST + 1; transfer++) {
            fail(transfer, "one", now);
        }
        assertThat(hasFailedOften(TriedAgents.MOST + 1)).as("no room for it").isTrue();
        assertThat(hasFailedOften(1)).isFalse();
        assertThat(tried.of(TransferId.of(1))).containsExactly("one");

        fail(1, "two", now);
        now += TriedAgents.KEPT.toNanos();
        fail(TriedAgents.MOST + 1, "one", now);
        assertThat(hasFailedOften(TriedAgents.MOST + 1)).isFalse();
        assertThat(tried.of(TransferId.of(2)))
                .as("the one that failed longest ago")
                .isEmpty();
        assertThat(tried.of(TransferId.of(1))).containsExactlyInAnyOrder("one", "two");
    }
}
