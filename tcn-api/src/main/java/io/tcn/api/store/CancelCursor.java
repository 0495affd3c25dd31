// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Instant;

/// How far a cancellation has come, so that no block looks again at what an earlier one has cancelled.
///
/// @param step of those scopes that are gone through in steps
/// @param group the group of the step that is gone through, 0 for what is in none
/// @param user the user whose jobs are gone through
/// @param expiry end of the time in the queue of the last job
/// @param job the last job
/// @param transfer the last transfer of that job, 0 once it is done
record CancelCursor(int step, long group, String user, Instant expiry, String job, long transfer) {
    static final CancelCursor START = new CancelCursor(0, 0, "", Instant.EPOCH, "", 0);

    CancelCursor atStep(int step, long transfer) {
        return atStep(step, 0, transfer);
    }

    CancelCursor atStep(int step, long group, long transfer) {
        return new CancelCursor(step, group, user, expiry, job, transfer);
    }

    CancelCursor atUser(String user) {
        return new CancelCursor(step, group, user, expiry, "", 0);
    }

    CancelCursor atJob(Instant expiry, String job, long transfer) {
        return new CancelCursor(step, group, user, expiry, job, transfer);
    }
}
