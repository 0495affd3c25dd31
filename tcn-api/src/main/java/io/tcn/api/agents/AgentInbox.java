// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Heartbeat;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.remote.OrderNumber;
import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.agent.transfer.AttemptsElsewhere;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What was read of agents, or not read in time, and what follows for their orders: each ends once, by the agent's
/// word, or because the agent is lost, or has not named it for a while. Takes the lock of [RemoteDataPlane]; listeners
/// are called without it.
final class AgentInbox {
    private static final Logger LOG = LoggerFactory.getLogger(AgentInbox.class);
    /// An order that its agent does not name for so long is not there: its end was lost, or it never came.
    static final Duration MISSING = Duration.ofSeconds(10);

    private final Object lock;
    private final AttemptsElsewhere storages;
    private final AgentRules rules;
    private final AgentChannel channel;
    private final RemoteOrders orders;
    private final Adoptions adoptions;
    private final AgentBytes pipeBytes;
    private final TimeSource time;
    private final AgentChoice choice;
    private final LimitBytes limitBytes = new LimitBytes();

    /// The lead in which all was read that had been told before it; none at first.
    private long readOldOf = Long.MIN_VALUE;

    AgentInbox(
            Object lock,
            AttemptsElsewhere storages,
            AgentRules rules,
            AgentChannel channel,
            RemoteOrders orders,
            Adoptions adoptions,
            AgentBytes pipeBytes,
            AgentChoice choice,
            TimeSource time) {
        this.lock = lock;
        this.storages = storages;
        this.rules = rules;
        this.channel = channel;
        this.orders = orders;
        this.adoptions = adoptions;
        this.pipeBytes = pipeBytes;
        this.choice = choice;
        this.time = time;
    }

    LimitBytes limitBytes() {
        return limitBytes;
    }

    /// This server's beacon is in the topic that agents read.
    ///
    /// @param nanos when that was known
    void announced(long nanos) {
        synchronized (lock) {
            if (channel.announced(nanos)) {
                adoptions.take().stream().filter(orders::contains).forEach(this::adopt);
            }
        }
    }

    private void adopt(RemoteOrder order) {
        order.unadopted = false;
        channel.give(order, new Message.Adopt(channel.address(order), order.mayWrite, order.stopped));
    }

    void heard(Heartbeat heartbeat) {
        List<RemoteOrder> missing = new ArrayList<>();
        synchronized (lock) {
            AgentRegistry known = channel.agents();
            long now = time.nanoTime();
            if (known == null || !known.heard(heartbeat, now, time.now())) {
                return;
            }
            adoptions.heard(heartbeat.instance());
            // The end of what it does not name any more may stand among what is still to be read.
            boolean follows = heartbeat.epoch() == channel.epoch() && readOldOf == channel.epoch();
            Set<Long> named = new HashSet<>(heartbeat.orders());
            for (RemoteOrder order : orders.of(heartbeat.instance())) {
                if (!order.told || !follows || named.contains(order.number)) {
                    order.missingSince = null;
                } else if (order.missingSince == null) {
                    order.missingSince = now;
                } else if (now - order.missingSince >= MISSING.toNanos()) {
                    remove(order);
                    missing.add(order);
                }
            }
        }
        missing.forEach(order -> OrderAnswers.lost(
                order, "agent " + order.agent + " does not have the transfer any more", Duration.ZERO));
    }

    /// A beacon of this server has come back, and all was read that had been told before this server led.
    ///
    /// @param sentNanos before it was sent
    void readUpTo(long sentNanos) {
        List<RemoteOrder> gone = new ArrayList<>();
        long lostSeconds = rules.lostAfter().toSeconds();
        synchronized (lock) {
            readOldOf = channel.epoch();
            AgentRegistry known = channel.agents();
            if (known == null) {
                return;
            }
            for (AgentRegistry.Known lost : known.readUpTo(sentNanos, time.now())) {
                LOG.warn(
                        "Agent {} is lost: it was not heard of for {} s",
                        lost.last().agent(),
                        lostSeconds);
                pipeBytes.lost(lost.last().instance());
                gone.addAll(removeAll(lost.last().instance()));
            }
            if (channel.isKnownLongAt(sentNanos)) {
                adoptions.takeUnheard().forEach(instance -> gone.addAll(removeAll(instance)));
            }
        }
        gone.forEach(order -> OrderAnswers.lost(
                order,
                "agent lost: " + order.agent + " was not heard of for " + lostSeconds + " s",
                order.mayWrite ? rules.grace() : Duration.ZERO));
    }

    private List<RemoteOrder> removeAll(String instance) {
        List<RemoteOrder> removed = orders.of(instance);
        removed.forEach(this::remove);
        return removed;
    }

    private void remove(RemoteOrder order) {
        orders.remove(order);
        choice.ended(order);
        channel.ended(order);
    }

    /// @return false if nobody waits for it: of an order that is over, of another epoch, or a copy
    boolean heard(Report report) {
        RemoteOrder order;
        AgentChoice.Verdict verdict = null;
        synchronized (lock) {
            if (report.from().epoch() != OrderNumber.epochOf(report.from().order(), channel.epoch())) {
                return false;
            }
            order = orders.find(report.from().order());
            if (order == null || !order.instance.equals(report.from().instance())) {
                return false;
            }
            if (report instanceof Message.Prepared prepared) {
                if (order.prepared && order.isAdopted) {
                    order.connections.mayUse(prepared);
                }
                if (order.prepared || order.removal) {
                    return false;
                }
                order.prepared = true;
                choice.answered(order);
                order.connections.prepared(prepared, order.attempt.connections());
            } else {
                if (report instanceof Message.Finished finished) {
                    limitBytes.count(order, finished.sizeBytes());
                    choice.finished(order);
                }
                verdict = report instanceof Message.Failed failed ? choice.failed(order, failed) : null;
                remove(order);
            }
        }
        if (report instanceof Message.Failed failed && verdict != null && !order.removal) {
            failed(order, failed, verdict);
        } else {
            OrderAnswers.answer(order, report);
        }
        return true;
    }

    private void failed(RemoteOrder order, Message.Failed failed, AgentChoice.Verdict verdict) {
        TransferFailure failure = OrderAnswers.failure(failed);
        if (verdict.triesAnother()) {
            if (verdict.isOfStorages()) {
                storages.failedUntold(order.attempt, failed.inTrouble(), failure);
            }
            OrderAnswers.anotherTries(order, failed, rules.grace());
        } else {
            if (verdict.isOfStorages()) {
                storages.failed(order.attempt, failed.inTrouble(), failure);
            }
            OrderAnswers.failed(order, failed, rules.grace());
        }
    }

    /// What was told before this server began to read. Only ends count of it: whoever lives tells again how far he is,
    /// once he is adopted, and what was moved before is not this server's to count.
    void heardBefore(Report report) {
        if (report.isLast() && heard(report)) {
            LOG.debug("told while no server listened: {}", report);
        }
    }

    void heard(Message.Moved moved) {
        Map<RemoteOrder, Integer> others = new LinkedHashMap<>();
        synchronized (lock) {
            long now = time.nanoTime();
            AgentRegistry known = channel.agents();
            if (known == null || known.find(moved.instance()).isEmpty() || !pipeBytes.take(moved)) {
                return;
            }
            for (Message.Copying copy : moved.copies()) {
                RemoteOrder order = orders.find(copy.order());
                if (order != null && order.instance.equals(moved.instance())) {
                    limitBytes.count(order, copy.movedBytes());
                    order.progress = progress(copy);
                    Message.Uses uses = copy.uses();
                    if (uses != null && order.mayWrite && order.connections.heard(uses, now)) {
                        others.put(order, order.connections.counted());
                    }
                }
            }
        }
        others.forEach((order, connections) -> order.listener.uses(order.attempt.id(), connections));
    }

    private static AttemptProgress progress(Message.Copying copy) {
        Message.Uses uses = copy.uses();
        Long still = uses == null ? null : uses.stillMillis();
        return new AttemptProgress(
                copy.movedBytes(),
                copy.expectedBytes(),
                Duration.ofMillis(copy.copyingMillis()),
                copy.settling(),
                uses == null ? 1 : uses.connections(),
                still == null ? null : Duration.ofMillis(still));
    }

    /// Somebody speaks another protocol.
    void refused(String sender, String why) {
        synchronized (lock) {
            AgentRegistry known = channel.agents();
            if (known != null) {
                known.refused(sender, why, time.now());
            }
        }
    }

    /// Whether an order has not ended: then its commands are worth sending again.
    boolean isOpen(RemoteOrder order) {
        synchronized (lock) {
            return orders.contains(order);
        }
    }

    /// A command can never be sent: its order ends.
    void cannotBeSent(RemoteOrder order, String why) {
        synchronized (lock) {
            if (!orders.contains(order)) {
                return;
            }
            remove(order);
        }
        OrderAnswers.failed(order, ErrorCode.INTERNAL, "the order cannot be sent to agent " + order.agent + ": " + why);
    }
}
