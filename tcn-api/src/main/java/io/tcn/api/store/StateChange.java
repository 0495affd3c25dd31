// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A transfer has changed its state, or is new.
///
/// @param transfer which
/// @param state the state that it has now
/// @param at when
/// @param failure why, for failures and retries
/// @param kind what happened
public record StateChange(
        TransferId transfer,
        TransferState state,
        Instant at,
        @Nullable TransferFailure failure,
        Kind kind) {
    /// What happened.
    public enum Kind {
        /// Accepted and stored.
        SUBMITTED,
        /// Any step of an attempt that is none of the others.
        STEP,
        /// Bytes may move from now on.
        STARTED,
        /// An attempt has ended: finished, failed, or to be tried again.
        ENDED,
        /// Cancelled on request, or because a predecessor did not finish.
        CANCELED,
        /// What was cancelled while it ran has stopped.
        STOPPED
    }
}
