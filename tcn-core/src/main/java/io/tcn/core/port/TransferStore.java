// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Where transfers are kept. Memory holds a window per pipe, the store holds the rest.
///
/// No method blocks. Calls take effect one after the other in the order made, so that a question sees every change
/// asked for before it. Answers come on any thread, also from within the call. A store that is out of reach answers
/// late, never wrongly: it goes on trying.
public interface TransferStore {
    /// The first QUEUED transfers of a pipe: by priority, highest first, then by number; without those whose retry
    /// delay is not over. Those in groups as [QueueOrder#FIRST_COME] says.
    ///
    /// @param limit at most this many, and as many in groups
    /// @param now the present moment, for retry delays
    default void loadQueued(PipeId pipe, int limit, Instant now, Consumer<List<QueuedTransfer>> reply) {
        loadQueued(pipe, limit, now, QueueOrder.FIRST_COME, reply);
    }

    /// As the method above, in another order.
    ///
    /// Where activities have shares: by priority, highest first; of the same priority the k-th of an activity by
    /// number comes at k / weight, so that a window holds every activity in proportion; groups do not count.
    ///
    /// Else the first of those in no group, up to the limit, and the first of those in groups, up to the limit:
    /// by priority, highest first, then group by group in the order given, those that it does not name after
    /// them by number. Less than the limit in all: there is no more.
    ///
    /// It may see changes asked for after it too, if these are answered first.
    void loadQueued(PipeId pipe, int limit, Instant now, QueueOrder order, Consumer<List<QueuedTransfer>> reply);

    /// Makes changes, in order, all in one transaction; one whose expected state does not hold is left out.
    ///
    /// @param reply gets, in the order of `transitions`, whether each was made, once they are durable
    void apply(List<Transition> transitions, Consumer<List<Boolean>> reply);

    /// The states of some transfers; unknown ones are missing in the answer.
    void loadStates(Collection<TransferId> transfers, Consumer<Map<TransferId, TransferState>> reply);
}
