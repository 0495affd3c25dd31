// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.Side;
import io.tcn.agent.remote.Message;
import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.agent.transfer.BearerTokens;
import io.tcn.api.store.AgentOrder;
import io.tcn.api.store.GoneOn;
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
    /// Whether a server before this one has given it.
    final boolean isAdopted;

    final OrderConnections connections;

    /// How many of its connections the store knows of, or is about to.
    private volatile int noted;

    /// Whether the broker has the command to start.
    boolean told;
    boolean prepared;
    boolean mayWrite;
    boolean stopped;
    /// Since when the agent's heartbeats do not name it, null while they do.
    @Nullable
    Long missingSince;

    volatile @Nullable AttemptProgress progress;

    /// Whether its agent has still to be told that this server adopts it.
    boolean unadopted;

    /// What was counted of it so far, in bytes; null where others have counted what it moved before.
    private @Nullable Long countedBytes = 0L;

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
        this.connections = new OrderConnections(attempt.connections());
        this.noted = attempt.connections();
        this.isAdopted = false;
    }

    /// One that a server before this one has given.
    ///
    /// @param listener hears what becomes of it
    RemoteOrder(GoneOn goneOn, Attempt attempt, AttemptListener listener) {
        AgentOrder given = goneOn.order();
        this.number = given.number();
        this.attempt = attempt;
        this.removal = false;
        this.trace = new OrderTrace(AttemptTraces.NONE, attempt, listener);
        this.listener = trace;
        this.agent = given.agent();
        this.instance = given.instance();
        this.term = given.term();
        this.connections = new OrderConnections(given.connections());
        this.noted = given.connections();
        this.mayWrite = goneOn.writingFrom() != null;
        this.prepared = mayWrite;
        this.stopped = goneOn.isCanceled();
        this.isAdopted = true;
        this.unadopted = true;
        this.countedBytes = null;
    }

    /// What it is sent with: the tokens that its transfer names, and its trace. Asks the vault.
    Message.Start complete(Message.Start start, BearerTokens tokens) {
        return new Message.Start(
                start.to(),
                start.work(),
                start.removal(),
                start.bounds(),
                tokens.find(attempt.transfer(), Side.SOURCE).orElse(null),
                tokens.find(attempt.transfer(), Side.DESTINATION).orElse(null),
                trace.parent());
    }

    /// Whether its agent may use more connections than the store knows of, which it is about to be told.
    boolean note() {
        int counted = connections.counted();
        boolean isMore = counted > noted;
        noted = Math.max(noted, counted);
        return isMore;
    }

    /// What the store keeps of it: how many connections its agent may use at most.
    AgentOrder toStore(long epoch) {
        return new AgentOrder(attempt.id(), agent, instance, term, epoch, number, noted);
    }

    /// What it has moved since it told last. A copy that begins anew begins at zero.
    long newlyMoved(long movedBytes) {
        Long before = countedBytes;
        long more = before == null ? 0 : movedBytes < before ? movedBytes : movedBytes - before;
        countedBytes = movedBytes;
        return Math.max(0, more);
    }

    /// Whether its agent was let write, as far as anybody can know: a store whose last seconds are gone does
    /// not know of all that a server before this one has let begin.
    boolean mayHaveWritten() {
        return mayWrite || isAdopted;
    }

    /// Whether nothing of the transfer can be at the destination if the agent is never heard of again: as far as the
    /// store knows it was not let write, and nobody has left anything there before. Of a store whose last seconds
    /// are gone that may be wrong, which is why it is to be started as restored.
    boolean isSurelyClean() {
        return !mayWrite && attempt.earlier() == null;
    }
}
