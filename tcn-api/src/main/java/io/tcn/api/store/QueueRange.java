// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferState;

/// A part of a pipe's transfers that lies together in the index `transfer_queue`, in the order of the numbers.
///
/// @param group 0 for what is in none
/// @param after the last transfer that was looked at, 0 at the start
record QueueRange(PipeId pipe, TransferState state, boolean delayed, long group, int priority, long after) {
    static final String IS_IN =
            "pipe_id = ? and state = ? and delayed = ? and group_id = ? and priority = ? and id > ?";
    static final String IN_ORDER = " order by pipe_id, state, delayed, group_id, priority desc, id limit ?";

    /// The values of [#IS_IN].
    Object[] values() {
        return new Object[] {pipe.value(), state.name(), delayed, group, priority, after};
    }

    QueueRange after(long transfer) {
        return new QueueRange(pipe, state, delayed, group, priority, transfer);
    }
}
