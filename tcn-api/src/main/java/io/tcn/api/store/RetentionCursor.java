// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Instant;

/// How far the removal of old jobs has come, so that no block looks again at what an earlier one has passed.
///
/// @param finished when the last job was over
/// @param user whose it was
/// @param job its id
/// @param within whether that job is one of many transfers that is under way
/// @param transfer the last transfer of that job
public record RetentionCursor(Instant finished, String user, String job, Within within, long transfer) {
    /// What is done with a job of many transfers.
    enum Within {
        /// Nothing, or nothing any more.
        PASSED,
        /// Nothing was removed yet; whether something holds it is looked for.
        LOOKING,
        /// Its transfers are removed.
        REMOVING
    }

    public static final RetentionCursor START = new RetentionCursor(Instant.EPOCH, "", "", Within.PASSED, 0);

    RetentionCursor at(Within within, long transfer) {
        return new RetentionCursor(finished, user, job, within, transfer);
    }
}
