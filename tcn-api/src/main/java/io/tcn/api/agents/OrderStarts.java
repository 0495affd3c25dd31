// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Work;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.agent.transfer.AttemptsElsewhere;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Begins each attempt or removal at an agent, in this process, or not yet. Takes the lock of [RemoteDataPlane];
/// listeners and the data plane of this process are called without it.
final class OrderStarts {
    private static final Logger LOG = LoggerFactory.getLogger(OrderStarts.class);

    private final Object lock;
    private final DataPlane local;
    private final AttemptsElsewhere storages;
    private final AttemptTraces traces;
    private final AgentRules rules;
    private final AgentChannel channel;
    private final RemoteOrders orders;
    private final BoundSharing sharing;
    private final AgentChoice choice;
    /// Guarded by lock.
    private boolean closed;

    OrderStarts(
            Object lock,
            DataPlane local,
            AttemptsElsewhere storages,
            AttemptTraces traces,
            AgentRules rules,
            AgentChannel channel,
            RemoteOrders orders,
            BoundSharing sharing,
            AgentChoice choice) {
        this.lock = lock;
        this.local = local;
        this.storages = storages;
        this.traces = traces;
        this.rules = rules;
        this.channel = channel;
        this.orders = orders;
        this.sharing = sharing;
        this.choice = choice;
    }

    /// Begins nothing any more; with the lock.
    void close() {
        closed = true;
    }

    /// @param removal whether only what an earlier attempt may have left is removed
    void begin(Attempt attempt, boolean removal, AttemptListener listener) {
        AttemptListener answer = listener;
        TransferFailure refusal = null;
        boolean isHere = false;
        synchronized (lock) {
            Duration settlesIn = attempt.earlier() == null ? Duration.ZERO : channel.settlesIn();
            if (closed) {
                refusal = new TransferFailure(ErrorCode.SERVER_RESTARTED, "the data plane was stopped");
            } else if (!settlesIn.isZero()) {
                refusal = new TransferFailure(
                                ErrorCode.SERVER_RESTARTED,
                                "an agent of the server before may still be at the destination; it is left alone until"
                                        + " that agent must have stopped")
                        .withPause(settlesIn);
            } else {
                Optional<AgentRegistry.Known> agent = choice.choose(attempt, removal);
                TransferFailure paused =
                        agent.isPresent() && !removal ? storages.enter(attempt).orElse(null) : null;
                if (paused != null) {
                    refusal = paused;
                } else if (agent.isPresent()) {
                    give(attempt, removal, removal ? listener : storages.noting(attempt, listener), agent.get());
                } else if (rules.fallback()) {
                    isHere = true;
                    sharing.beginsHere(attempt.id(), attempt.transfer().pipe());
                    answer = new EndsHere(listener, sharing::endedHere);
                } else {
                    refusal = choice.lack(attempt, removal).withPause(channel.waitForAgent());
                }
            }
        }
        if (refusal != null) {
            listener.failed(attempt.id(), refusal, attempt.earlier() == null);
        } else if (isHere) {
            beginHere(attempt, removal, answer);
        }
    }

    private void beginHere(Attempt attempt, boolean removal, AttemptListener answer) {
        try {
            sharing.share();
            if (removal) {
                local.cleanUp(attempt, answer);
            } else {
                local.start(attempt, answer);
            }
        } catch (RuntimeException | Error defect) {
            // It never began: nobody answers, and it has no share of a bound.
            sharing.endedHere(attempt.id());
            throw defect;
        }
    }

    private void give(Attempt attempt, boolean removal, AttemptListener listener, AgentRegistry.Known agent) {
        // What cannot be put in words is refused before anything is kept of it.
        Work work = Work.of(attempt);
        RemoteOrder order = new RemoteOrder(channel.nextOrder(), attempt, removal, listener, traces, agent);
        orders.add(order);
        choice.given(order);
        LOG.debug("attempt {} is given to agent {}", attempt.id(), order.agent);
        Message.Start start =
                new Message.Start(channel.address(order), work, removal, sharing.partOf(order), null, null, null);
        channel.give(order, start);
    }
}
