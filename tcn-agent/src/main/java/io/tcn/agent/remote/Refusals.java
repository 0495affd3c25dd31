// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Failed;
import io.tcn.agent.remote.Message.Origin;
import io.tcn.core.model.ErrorCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The answers of an agent to orders that it does not carry out: they fail, and may be given to another one.
///
/// @param instance which process answers
record Refusals(String instance) {
    /// An order that is not begun.
    ///
    /// @param pause how long the server is to leave it
    Failed of(OrderKey key, Message.Start start, String why, Duration pause) {
        return failed(key, why, pause.toMillis(), start.work().earlier() == null);
    }

    /// An order that was never heard of, or ended long ago.
    Failed unknown(OrderKey key) {
        return failed(key, "the agent does not know the transfer (any more)", null, false);
    }

    private Failed failed(OrderKey key, String why, @Nullable Long pauseMillis, boolean clean) {
        return new Failed(
                new Origin(key.epoch(), instance, key.order()),
                ErrorCode.SERVER_RESTARTED,
                why,
                null,
                null,
                pauseMillis,
                clean,
                null,
                null);
    }
}
