// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.AttemptId;
import io.tcn.core.port.QueuedTransfer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An attempt that a dispatch loop before this one has begun, and that has gone on without it.
///
/// @param queued its transfer, as the store has it: the number of attempts is that of this one
/// @param connections on how many it runs
/// @param writingFrom since when it may have written, null if it was not allowed to yet
/// @param isCanceled whether the transfer was cancelled meanwhile
public record AdoptedAttempt(
        QueuedTransfer queued, int connections, @Nullable Instant writingFrom, boolean isCanceled) {
    public AdoptedAttempt {
        if (queued.attempts() < 1 || connections < 1) {
            throw new IllegalArgumentException("an attempt that runs has a number and a connection, given were "
                    + queued.attempts() + " and " + connections);
        }
    }

    /// Which attempt.
    public AttemptId id() {
        return new AttemptId(queued.transfer().id(), queued.attempts());
    }
}
