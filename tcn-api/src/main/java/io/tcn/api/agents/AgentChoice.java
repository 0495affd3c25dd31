// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.Side;
import io.tcn.agent.remote.Message;
import io.tcn.api.runtime.Unreached;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which agent gets an attempt, and what the ends of attempts say of agents: one that does not reach a storage which
/// others may reach is not the storage's trouble, and costs its transfers no try. Guarded by the lock of
/// [RemoteDataPlane].
final class AgentChoice {
    private final AgentRules rules;
    private final AgentChannel channel;
    private final RemoteOrders orders;
    private final TimeSource time;
    private final Placement placement = new Placement();
    private final CutOffs cutOffs;
    private final TriedAgents tried = new TriedAgents();

    /// What a failure means.
    ///
    /// @param isOfStorages whether it counts for the storages that were met
    /// @param triesAnother whether another agent tries, and it costs no try
    record Verdict(boolean isOfStorages, boolean triesAnother) {
        private static final Verdict ORDINARY = new Verdict(true, false);
    }

    AgentChoice(AgentRules rules, AgentChannel channel, RemoteOrders orders, TimeSource time, CutOffNews news) {
        this.rules = rules;
        this.channel = channel;
        this.orders = orders;
        this.time = time;
        this.cutOffs = new CutOffs(time, news);
    }

    Optional<AgentRegistry.Known> choose(Attempt attempt, boolean removal) {
        return channel.reachable().flatMap(agents -> {
            lookAt(agents);
            return placement.choose(
                    wanted(attempt, removal), tried.of(attempt.transfer().id()));
        });
    }

    /// Why no agent gets an attempt.
    TransferFailure lack(Attempt attempt, boolean removal) {
        return channel.reachable().isPresent()
                ? placement.lack(wanted(attempt, removal))
                : new TransferFailure(
                        ErrorCode.NO_AGENT,
                        "agents cannot be given anything: Kafka does not answer (GET /tcn/v1/agents)");
    }

    private void lookAt(AgentRegistry agents) {
        agents.takeChanged().forEach(instance -> place(agents, instance));
        orders.takeChanged().forEach(instance -> place(agents, instance));
        cutOffs.takeChanged().forEach(instance -> place(agents, instance));
    }

    private void place(AgentRegistry agents, String instance) {
        AgentRegistry.Known agent = agents.find(instance).orElse(null);
        if (agent == null) {
            placement.remove(instance);
            cutOffs.forget(instance);
        } else {
            int inUse = Math.max(orders.countOf(instance), agent.last().orders().size());
            placement.put(agent, inUse, cutOffs.closedTo(instance));
        }
    }

    private Placement.Wanted wanted(Attempt attempt, boolean removal) {
        TransferCredentials credentials = attempt.transfer().options().credentials();
        return new Placement.Wanted(
                attempt.transfer(),
                removal,
                credentials.source() == null || rules.carriesSecrets(),
                credentials.destination() == null || rules.carriesSecrets());
    }

    /// An agent was given an order.
    void given(RemoteOrder order) {
        cutOffs.given(order.instance, storages(order), order.attempt.id());
    }

    /// Both ends of an order have answered its agent.
    void answered(RemoteOrder order) {
        storages(order).forEach(end -> cutOffs.answered(order.instance, end));
    }

    /// An order has come to its end, whatever that is; after [#failed].
    void ended(RemoteOrder order) {
        cutOffs.left(order.instance, storages(order), order.attempt.id());
    }

    /// The file of an order is there.
    void finished(RemoteOrder order) {
        answered(order);
        tried.ended(order.attempt.transfer().id());
    }

    /// An agent tells that an order has failed.
    Verdict failed(RemoteOrder order, Message.Failed failed) {
        Transfer transfer = order.attempt.transfer();
        boolean isUnreached = Boolean.TRUE.equals(failed.unreached());
        if (saysNothing(failed.code(), isUnreached)) {
            return Verdict.ORDINARY;
        }
        Side met = met(failed);
        if (met != null) {
            endpoint(transfer, met).ifPresent(end -> cutOffs.answered(order.instance, end));
        }
        if (!failed.code().isRetryable()) {
            return Verdict.ORDINARY;
        }
        tried.failed(transfer.id(), order.instance, time.nanoTime());
        Side side = failed.inTrouble();
        Endpoint unreached = side == null || !isUnreached || order.removal
                ? null
                : endpoint(transfer, side).orElse(null);
        if (unreached != null) {
            cutOffs.failed(
                    order.agent,
                    order.instance,
                    unreached,
                    order.attempt.id(),
                    new TransferFailure(failed.code(), failed.message()),
                    ownPause(failed));
        }
        return unreached != null || isOfACutOff(order, failed.code()) ? verdict(order, unreached) : Verdict.ORDINARY;
    }

    /// The end that has answered the agent, if only that it is in trouble, or that it refuses this file.
    private static @Nullable Side met(Message.Failed failed) {
        if (failed.inTrouble() != null) {
            // Older agents do not say whether it has answered.
            return Boolean.FALSE.equals(failed.unreached()) ? failed.inTrouble() : null;
        }
        return switch (failed.code().scope()) {
            case SOURCE -> failed.code().isRetryable() ? null : Side.SOURCE;
            case DESTINATION -> failed.code().isRetryable() ? null : Side.DESTINATION;
            case TRANSFER, GENERAL_FAILURE -> null;
        };
    }

    private static boolean saysNothing(ErrorCode code, boolean isUnreached) {
        return code == ErrorCode.SERVER_RESTARTED || (code.isWait() && !isUnreached);
    }

    /// How long an agent that has found the storage in trouble several times tries nothing there by itself.
    private static @Nullable Duration ownPause(Message.Failed failed) {
        Long millis = failed.pauseMillis();
        return failed.code() != ErrorCode.ENDPOINT_PAUSED || millis == null
                ? null
                : Duration.ofMillis(Math.clamp(millis, 0, CutOff.LONGEST.toMillis()));
    }

    /// What was under way when an agent was cut off ends in many ways.
    private boolean isOfACutOff(RemoteOrder order, ErrorCode code) {
        return switch (code) {
            case INTERRUPTED, TIMEOUT, SOURCE_UNAVAILABLE, DESTINATION_UNAVAILABLE ->
                storages(order).stream().anyMatch(end -> cutOffs.isCutOff(order.instance, end));
            default -> false;
        };
    }

    private Verdict verdict(RemoteOrder order, @Nullable Endpoint unreached) {
        AgentRegistry agents = channel.reachable().orElse(null);
        Transfer transfer = order.attempt.transfer();
        if (agents == null) {
            // As of an end that was told before this server knew of any agent.
            return new Verdict(false, !tried.hasFailedOften(transfer.id()));
        }
        lookAt(agents);
        Placement.Wanted wanted = wanted(order.attempt, order.removal);
        boolean othersReach = placement.isMovedByAnyBut(wanted, Set.of(order.instance));
        boolean isOfStorages = !othersReach || (unreached != null && cutOffs.failsForSeveral(unreached));
        boolean triesAnother =
                !tried.hasFailedOften(transfer.id()) && placement.isMovedByAnyBut(wanted, tried.of(transfer.id()));
        return new Verdict(isOfStorages, triesAnother);
    }

    private static List<Endpoint> storages(RemoteOrder order) {
        return Placement.storages(order.attempt.transfer(), order.removal);
    }

    private static Optional<Endpoint> endpoint(Transfer transfer, Side side) {
        Endpoint end = Endpoint.of(side == Side.SOURCE ? transfer.source() : transfer.destination());
        return end.host().isEmpty() ? Optional.empty() : Optional.of(end);
    }

    /// Who is seen not to reach what.
    List<Unreached> unreached() {
        return cutOffs.list();
    }
}
