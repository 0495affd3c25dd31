// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.AgentClock;
import io.tcn.agent.http.HttpCalls;
import io.tcn.agent.local.LocalRoots;
import java.time.Duration;

/// What all attempts of a data plane share.
///
/// @param bornNanos when the data plane began, by the clock
record Tools(AgentSettings settings, AgentClock clock, HttpCalls calls, LocalRoots roots, long bornNanos) {
    /// How long a copy that an earlier server asked for may still run, zero if it cannot any more.
    Duration oldCopiesMayRunFor() {
        Duration left = settings.tpcCancelGrace().minusNanos(clock.nanoTime() - bornNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
