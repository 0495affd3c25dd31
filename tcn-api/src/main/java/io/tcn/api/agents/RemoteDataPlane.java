// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.agent.transfer.AttemptsElsewhere;
import io.tcn.api.runtime.RemotePlane;
import io.tcn.api.runtime.Unreached;
import io.tcn.api.store.GoneOn;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.PathCounts;
import io.tcn.core.port.ShapedBound;
import io.tcn.core.port.StageTotals;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives each attempt to an agent, or to the data plane of this process. Knows of each order that an agent
/// has until its end is told, the agent is lost, or the agent has not named it for a while; so each attempt
/// is answered once.
///
/// Heartbeats, reports and what was read back come from the thread that reads Kafka; the rest from the
/// dispatch loop. Listeners are called without the lock. Nothing here waits: what goes to Kafka is handed to
/// a [Post].
final class RemoteDataPlane implements RemotePlane {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteDataPlane.class);
    private final DataPlane local;
    private final AutoCloseable localEnd;
    private final Consumer<RemoteDataPlane> beginning;

    private final Object lock = new Object();
    // All guarded by lock, or by themselves as they say.
    private final AgentBytes pipeBytes = new AgentBytes();
    private final RemoteOrders orders = new RemoteOrders(pipeBytes);
    private final Adoptions adoptions;
    private final AgentChannel channel;
    private final BoundSharing sharing;
    private final AgentChoice choice;
    private final OrderStarts starts;
    private final AgentInbox inbox;
    private final ConnectionChanges changes;
    private final TimeSource time;

    /// @param local moves what no agent takes
    /// @param localEnd stops it
    /// @param storages hears what attempts of agents meet
    /// @param traces follows attempts of agents
    /// @param beginning makes the way to the agents and calls [#open]
    /// @param news hears when an agent does not reach a storage
    RemoteDataPlane(
            DataPlane local,
            AutoCloseable localEnd,
            AttemptsElsewhere storages,
            AttemptTraces traces,
            Consumer<RemoteDataPlane> beginning,
            TimeSource time,
            AgentRules rules,
            CutOffNews news) {
        this.local = local;
        this.localEnd = localEnd;
        this.beginning = beginning;
        this.adoptions = new Adoptions(storages);
        this.channel = new AgentChannel(lock, time, rules.lostAfter());
        this.time = time;
        this.changes = new ConnectionChanges(lock, channel, orders, time);
        this.sharing = new BoundSharing(lock, local, orders, channel);
        this.choice = new AgentChoice(rules, channel, orders, time, news);
        this.starts = new OrderStarts(lock, local, storages, traces, rules, channel, orders, sharing, choice);
        this.inbox = new AgentInbox(lock, storages, rules, channel, orders, adoptions, pipeBytes, choice, time);
    }

    @Override
    public void begin() {
        beginning.accept(this);
    }

    @Override
    public void adopt(Collection<GoneOn> attempts, AttemptListener listener) {
        synchronized (lock) {
            attempts.forEach(each -> orders.add(adoptions.add(each, listener)));
        }
    }

    /// Agents may be given work from now on.
    void open(long ownEpoch, AgentRegistry agents, Post way) {
        synchronized (lock) {
            channel.open(ownEpoch, agents, way);
        }
    }

    /// Takes what is read of agents.
    AgentInbox inbox() {
        return inbox;
    }

    /// Tells agents which numbers of connections have changed and could not be told at once.
    void tellChanges() {
        synchronized (lock) {
            changes.tellWaiting();
        }
    }

    /// Divides the bounds anew and tells those whose share has changed.
    void share() {
        sharing.share();
    }

    // --- the dispatch loop

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        starts.begin(attempt, false, listener);
    }

    @Override
    public void cleanUp(Attempt attempt, AttemptListener listener) {
        starts.begin(attempt, true, listener);
    }

    @Override
    public void proceed(AttemptId attempt) {
        synchronized (lock) {
            RemoteOrder order = orders.find(attempt);
            if (order != null) {
                order.mayWrite = true;
                order.trace.mayWrite();
                if (!order.unadopted) {
                    changes.proceed(order);
                }
                return;
            }
        }
        local.proceed(attempt);
    }

    @Override
    public void cancel(AttemptId attempt) {
        synchronized (lock) {
            RemoteOrder order = orders.find(attempt);
            if (order != null) {
                order.stopped = true;
                if (!order.unadopted) {
                    channel.send(order, new Message.Cancel(channel.address(order)));
                }
                return;
            }
        }
        local.cancel(attempt);
    }

    @Override
    public int adjust(AttemptId attempt, int connections) {
        synchronized (lock) {
            RemoteOrder order = orders.find(attempt);
            if (order != null) {
                return changes.ask(order, connections);
            }
        }
        int used = local.adjust(attempt, connections);
        sharing.usesHere(attempt, used);
        return used;
    }

    @Override
    public void shape(PipeId pipe, List<ShapedBound> held) {
        sharing.set(pipe, held);
    }

    /// Here at once; agents elsewhere hear of it with their next order of the pipe.
    @Override
    public void tune(PipeId pipe, PipeTuning tuning) {
        local.tune(pipe, tuning);
    }

    /// Those of copies in this process: agents elsewhere do not tell of their stages.
    @Override
    public StageTotals stages(PipeId pipe) {
        return local.stages(pipe);
    }

    @Override
    public void forget(PipeId pipe) {
        local.forget(pipe);
        pipeBytes.forget(pipe);
    }

    @Override
    public void forget(LimitId limit) {
        local.forget(limit);
        inbox.limitBytes().forget(limit);
    }

    @Override
    public long movedBytes(LimitId limit) {
        return local.movedBytes(limit) + inbox.limitBytes().moved(limit);
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return local.movedBytes(pipe) + pipeBytes.moved(pipe);
    }

    /// Those of copies in this process: agents elsewhere tell of what was reported.
    @Override
    public long outstandingBytes(PipeId pipe) {
        return local.outstandingBytes(pipe);
    }

    /// With those of agents, as they have told last; not known while an older agent that does not tell has work of the
    /// pipe.
    @Override
    public int movingConnections(PipeId pipe, Duration within) {
        int elsewhere = 0;
        synchronized (lock) {
            long now = time.nanoTime();
            for (RemoteOrder order : orders.of(pipe)) {
                int moving = order.removal || !order.mayWrite ? 0 : order.connections.moving(within, now);
                if (moving < 0) {
                    return -1;
                }
                elsewhere += moving;
            }
        }
        int here = local.movingConnections(pipe, within);
        return here < 0 ? here : here + elsewhere;
    }

    /// Of copies through this process: agents elsewhere do not tell.
    @Override
    public PathCounts pathCounts(PipeId pipe) {
        return local.pathCounts(pipe);
    }

    @Override
    public Optional<AttemptProgress> progressOf(AttemptId attempt) {
        synchronized (lock) {
            RemoteOrder order = orders.find(attempt);
            return order == null ? Optional.empty() : Optional.ofNullable(order.progress);
        }
    }

    @Override
    public boolean isUnderWay(AttemptId attempt) {
        synchronized (lock) {
            return orders.find(attempt) != null;
        }
    }

    /// The agents, with the number of orders that each has.
    List<AgentView> view() {
        synchronized (lock) {
            AgentRegistry known = channel.agents();
            if (known == null) {
                return List.of();
            }
            List<AgentView> views = new ArrayList<>();
            Map<String, List<Unreached>> unreached =
                    choice.unreached().stream().collect(Collectors.groupingBy(Unreached::instance));
            for (AgentRegistry.Known agent : known.all()) {
                String instance = agent.last().instance();
                views.add(AgentView.of(agent, orders.countOf(instance), unreached.getOrDefault(instance, List.of())));
            }
            known.foreign().forEach(foreign -> views.add(AgentView.of(foreign)));
            views.sort(Comparator.comparing(AgentView::name));
            return views;
        }
    }

    @Override
    public List<Unreached> unreached() {
        synchronized (lock) {
            return choice.unreached();
        }
    }

    /// How many orders agents have.
    int open() {
        synchronized (lock) {
            return orders.count();
        }
    }

    // --- the end

    /// Ends the data plane of this process, takes what agents tell meanwhile, and leaves what they run then to the
    /// next server, which adopts it.
    @Override
    public void close() {
        Post way;
        synchronized (lock) {
            starts.close();
            way = channel.post();
        }
        try {
            localEnd.close();
        } catch (Exception failure) {
            LOG.warn("The data plane of this process did not stop in order", failure);
        }
        if (way != null) {
            way.close();
        }
        synchronized (lock) {
            orders.all().forEach(orders::remove);
        }
    }
}
