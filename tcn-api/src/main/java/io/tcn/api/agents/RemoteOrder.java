// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import org.jspecify.annotations.Nullable;

/// An attempt or a removal that an agent was given and has not ended. Guarded by the lock of
/// [RemoteDataPlane].
final class RemoteOrder {
    final long number;
    final Attempt attempt;
    final boolean removal;
    final AttemptListener listener;
    /// Has a lock of its own.
    final OrderTrace trace;
    final String agent;
    final String instance;
    final long term;
    int connections;
    /// Whether the broker has the command to start.
    boolean told;
    boolean prepared;
    boolean mayWrite;
    boolean stopped;
    /// Since when the agent's heartbeats do not name it, null while they do.
    @Nullable
    Long missingSince;

    volatile @Nullable AttemptProgress progress;

    /// What was counted of it so far, in bytes.
    private long countedBytes;

    RemoteOrder(
            long number,
            Attempt attempt,
            boolean removal,
            AttemptListener listener,
            AttemptTraces traces,
            AgentRegistry.Known agent) {
        this.number = number;
        this.attempt = attempt;
        this.removal = removal;
        this.trace = new OrderTrace(removal ? AttemptTraces.NONE : traces, attempt, listener);
        this.listener = trace;
        this.agent = agent.last().agent();
        this.instance = agent.last().instance();
        this.term = agent.last().term();
        this.connections = attempt.connections();
    }

    /// What it has moved since it told last. A copy that begins anew begins at zero.
    long newlyMoved(long movedBytes) {
        long more = movedBytes < countedBytes ? movedBytes : movedBytes - countedBytes;
        countedBytes = movedBytes;
        return Math.max(0, more);
    }

    /// Whether nothing of the transfer can be at the destination if the agent is never heard of again.
    boolean isSurelyClean() {
        return !mayWrite && attempt.earlier() == null;
    }
}
