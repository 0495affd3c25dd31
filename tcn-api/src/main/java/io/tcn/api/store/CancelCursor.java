// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Instant;
import java.util.List;

/// How far a cancellation has come, so that no block looks again at what an earlier one has cancelled.
///
/// @param step of those scopes that are gone through in steps: the next range of a queue
/// @param group the group of the step that is gone through, 0 for what is in none
/// @param user the user whose jobs are gone through
/// @param expiry end of the time in the queue of the last job
/// @param job the last job
/// @param transfer the last transfer of that job, 0 once it is done
/// @param ranges of pipes' queues that are gone through at the moment
record CancelCursor(
        int step, long group, String user, Instant expiry, String job, long transfer, List<QueueRange> ranges) {
    static final CancelCursor START = new CancelCursor(0, 0, "", Instant.EPOCH, "", 0, List.of());

    CancelCursor {
        ranges = List.copyOf(ranges);
    }

    CancelCursor atStep(int step, long transfer) {
        return atStep(step, 0, transfer);
    }

    CancelCursor atStep(int step, long group, long transfer) {
        return new CancelCursor(step, group, user, expiry, job, transfer, ranges);
    }

    CancelCursor atRanges(List<QueueRange> ranges) {
        return new CancelCursor(step, group, user, expiry, job, transfer, ranges);
    }

    CancelCursor atUser(String user) {
        return new CancelCursor(step, group, user, expiry, "", 0, ranges);
    }

    CancelCursor atJob(Instant expiry, String job, long transfer) {
        return new CancelCursor(step, group, user, expiry, job, transfer, ranges);
    }
}
