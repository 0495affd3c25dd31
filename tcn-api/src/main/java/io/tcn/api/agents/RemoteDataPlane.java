// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.Side;
import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Address;
import io.tcn.agent.remote.Message.BoundOf;
import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Message.Heartbeat;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.remote.OrderNumber;
import io.tcn.agent.remote.Work;
import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.agent.transfer.AttemptsElsewhere;
import io.tcn.agent.transfer.BearerTokens;
import io.tcn.api.runtime.RemotePlane;
import io.tcn.api.store.GoneOn;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferLimit;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
    private static final String HERE = "";
    /// An order that its agent does not name for so long is not there: its end was lost, or it never came.
    static final Duration MISSING = Duration.ofSeconds(10);
    private static final Duration WAIT_FOR_AGENT = Duration.ofSeconds(5);
    /// So long after its begin agents are only just hearing of this server: then it is looked again soon.
    private static final Duration GETTING_HEARD = Duration.ofSeconds(10);
    private static final Duration LOOK_SOON = Duration.ofMillis(500);

    private final DataPlane local;
    private final AutoCloseable localEnd;
    private final AttemptsElsewhere storages;
    private final AttemptTraces traces;
    private final Consumer<RemoteDataPlane> beginning;
    private final TimeSource time;
    private final Duration lostAfter;
    private final Duration grace;
    private final boolean fallback;
    private final boolean carriesSecrets;

    private final Object lock = new Object();
    // All guarded by lock.
    private final RemoteOrders orders = new RemoteOrders();
    private final Map<AttemptId, PipeId> here = new HashMap<>();
    private final Adoptions adoptions;
    private final SharedBounds bounds = new SharedBounds();
    private final Map<LimitId, LongAdder> limitBytes = new ConcurrentHashMap<>();
    private @Nullable AgentRegistry registry;
    private @Nullable Post post;
    private @Nullable Long announcedNanos;
    private long openedNanos;
    private long epoch;
    private long lastOrder;
    private long sequence;
    private boolean closed;

    private final AgentBytes agentBytes = new AgentBytes();

    /// @param local moves what no agent takes
    /// @param localEnd stops it
    /// @param storages hears what attempts of agents meet
    /// @param traces follows attempts of agents
    /// @param beginning makes the way to the agents and calls [#open]
    /// @param grace how long a storage may go on with a copy whose agent is gone
    /// @param fallback whether what no agent can take is moved here
    RemoteDataPlane(
            DataPlane local,
            AutoCloseable localEnd,
            AttemptsElsewhere storages,
            AttemptTraces traces,
            Consumer<RemoteDataPlane> beginning,
            TimeSource time,
            Duration lostAfter,
            Duration grace,
            boolean fallback,
            boolean carriesSecrets) {
        this.local = local;
        this.localEnd = localEnd;
        this.storages = storages;
        this.adoptions = new Adoptions(storages);
        this.traces = traces;
        this.beginning = beginning;
        this.time = time;
        this.lostAfter = lostAfter;
        this.grace = grace;
        this.fallback = fallback;
        this.carriesSecrets = carriesSecrets;
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
            openedNanos = time.nanoTime();
            epoch = ownEpoch;
            lastOrder = OrderNumber.of(ownEpoch, 0);
            registry = agents;
            post = way;
        }
    }

    // --- the dispatch loop

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        begin(attempt, false, listener);
    }

    @Override
    public void cleanUp(Attempt attempt, AttemptListener listener) {
        begin(attempt, true, listener);
    }

    private void begin(Attempt attempt, boolean removal, AttemptListener listener) {
        AttemptListener answer = listener;
        TransferFailure refusal = null;
        boolean isHere = false;
        synchronized (lock) {
            if (closed) {
                refusal = new TransferFailure(ErrorCode.SERVER_RESTARTED, "the data plane was stopped");
            } else if (attempt.earlier() != null && !settlesIn().isZero()) {
                refusal = new TransferFailure(
                                ErrorCode.SERVER_RESTARTED,
                                "an agent of the server before may still be at the destination; it is left alone until"
                                        + " that agent must have stopped")
                        .withPause(settlesIn());
            } else {
                Optional<AgentRegistry.Known> agent = choose(attempt, removal);
                TransferFailure paused =
                        agent.isPresent() && !removal ? storages.enter(attempt).orElse(null) : null;
                if (paused != null) {
                    refusal = paused;
                } else if (agent.isPresent()) {
                    give(attempt, removal, removal ? listener : storages.noting(attempt, listener), agent.get());
                } else if (fallback) {
                    isHere = true;
                    here.put(attempt.id(), attempt.transfer().pipe());
                    answer = new EndsHere(listener, this::endedHere);
                } else {
                    refusal = lack(attempt, removal).withPause(isGettingHeard() ? LOOK_SOON : WAIT_FOR_AGENT);
                }
            }
        }
        if (refusal != null) {
            listener.failed(attempt.id(), refusal, attempt.earlier() == null);
        } else if (isHere) {
            share();
            if (removal) {
                local.cleanUp(attempt, answer);
            } else {
                local.start(attempt, answer);
            }
        }
    }

    private boolean isGettingHeard() {
        return time.nanoTime() - openedNanos < GETTING_HEARD.toNanos();
    }

    /// How long what servers before this one have begun may still go on.
    private Duration settlesIn() {
        Long announced = announcedNanos;
        if (announced == null) {
            return WAIT_FOR_AGENT;
        }
        Duration left = lostAfter.plus(Message.Adopt.WITHIN).minusNanos(time.nanoTime() - announced);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Optional<AgentRegistry.Known> choose(Attempt attempt, boolean removal) {
        AgentRegistry known = registry;
        Post way = post;
        if (known == null || way == null || announcedNanos == null || !way.isUp()) {
            return Optional.empty();
        }
        return Placement.choose(
                known.each(),
                wanted(attempt, removal),
                agent -> Math.max(
                        orders.countOf(agent.last().instance()),
                        agent.last().orders().size()));
    }

    private Placement.Wanted wanted(Attempt attempt, boolean removal) {
        TransferCredentials credentials = attempt.transfer().options().credentials();
        return new Placement.Wanted(
                attempt.transfer(),
                removal,
                credentials.source() == null || carriesSecrets,
                credentials.destination() == null || carriesSecrets);
    }

    /// Why no agent gets an attempt.
    private TransferFailure lack(Attempt attempt, boolean removal) {
        AgentRegistry known = registry;
        Post way = post;
        return known == null || way == null || announcedNanos == null || !way.isUp()
                ? new TransferFailure(
                        ErrorCode.NO_AGENT,
                        "agents cannot be given anything: Kafka does not answer (GET /tcn/v1/agents)")
                : Placement.lack(known.each(), wanted(attempt, removal));
    }

    private void give(Attempt attempt, boolean removal, AttemptListener listener, AgentRegistry.Known agent) {
        RemoteOrder order = new RemoteOrder(++lastOrder, attempt, removal, listener, traces, agent);
        orders.add(order);
        PipeId pipe = attempt.transfer().pipe();
        List<BoundOf> own = bounds.isBound(pipe) ? toWire(bounds.shareOf(order.instance, pipe, running())) : List.of();
        LOG.debug("attempt {} is given to agent {}", attempt.id(), order.agent);
        send(order, new Message.Start(address(order), Work.of(attempt), removal, own, null, null, null), there -> {
            synchronized (lock) {
                order.told = order.told || there;
            }
        });
    }

    private Address address(RemoteOrder order) {
        return new Address(epoch, order.instance, order.term, order.number, ++sequence);
    }

    private void send(RemoteOrder order, Command command, Consumer<Boolean> then) {
        Objects.requireNonNull(post, "opened before anything is given").send(order, command, then);
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

    @Override
    public void proceed(AttemptId attempt) {
        synchronized (lock) {
            RemoteOrder order = orders.find(attempt);
            if (order != null) {
                order.mayWrite = true;
                order.trace.mayWrite();
                if (!order.unadopted) {
                    send(order, new Message.Proceed(address(order)), there -> {});
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
                    send(order, new Message.Cancel(address(order)), there -> {});
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
                // As the agent's data plane: a running copy keeps its connections.
                return order.connections;
            }
        }
        return local.adjust(attempt, connections);
    }

    @Override
    public void shape(PipeId pipe, List<ShapedBound> held) {
        boolean alone;
        synchronized (lock) {
            bounds.set(pipe, held);
            alone = orders.isEmpty();
            if (alone) {
                // Whatever share was told before, this process has all of it now.
                bounds.forgetShares();
            }
        }
        if (alone || held.isEmpty()) {
            local.shape(pipe, held);
        }
        if (!alone) {
            share();
        }
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
        agentBytes.forget(pipe);
    }

    @Override
    public void forget(LimitId limit) {
        local.forget(limit);
        limitBytes.remove(limit);
    }

    @Override
    public long movedBytes(LimitId limit) {
        LongAdder bytes = limitBytes.get(limit);
        return local.movedBytes(limit) + (bytes == null ? 0 : bytes.sum());
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return local.movedBytes(pipe) + agentBytes.moved(pipe);
    }

    /// Those of copies in this process: agents elsewhere tell of what was reported.
    @Override
    public long outstandingBytes(PipeId pipe) {
        return local.outstandingBytes(pipe);
    }

    /// Known where no agent elsewhere has work: they tell of bytes, not of connections.
    @Override
    public int movingConnections(PipeId pipe, Duration within) {
        synchronized (lock) {
            if (!orders.isEmpty()) {
                return -1;
            }
        }
        return local.movingConnections(pipe, within);
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

    // --- bounds

    private Map<String, Map<PipeId, Integer>> running() {
        Map<String, Map<PipeId, Integer>> running = orders.byPlace();
        here.values()
                .forEach(pipe ->
                        running.computeIfAbsent(HERE, first -> new TreeMap<>()).merge(pipe, 1, Integer::sum));
        return running;
    }

    /// Divides the bounds anew and tells those whose share has changed.
    void share() {
        Map<PipeId, List<ShapedBound>> own = new TreeMap<>();
        synchronized (lock) {
            if (bounds.isEmpty()) {
                return;
            }
            bounds.divide(running(), (place, pipe, share) -> {
                if (!place.equals(HERE)) {
                    tell(place, pipe, share);
                } else if (!share.isEmpty()) {
                    own.put(pipe, share);
                }
            });
        }
        own.forEach(local::shape);
    }

    private void tell(String instance, PipeId pipe, List<ShapedBound> own) {
        AgentRegistry known = registry;
        Post way = post;
        if (known != null && way != null) {
            known.find(instance)
                    .filter(agent -> !agent.isLost())
                    .ifPresent(agent -> way.shape(
                            agent.last().agent(),
                            pipe,
                            new Message.Shape(
                                    new Address(epoch, instance, agent.last().term(), 0, ++sequence),
                                    pipe.value(),
                                    toWire(own))));
        }
    }

    private static List<BoundOf> toWire(List<ShapedBound> bounds) {
        return bounds.stream()
                .map(bound ->
                        new BoundOf(bound.user().toString(), bound.resource().toString(), bound.maxBps()))
                .toList();
    }

    // --- what was read

    /// This server's beacon is in the topic that agents read.
    ///
    /// @param nanos when that was known
    void announced(long nanos) {
        synchronized (lock) {
            if (announcedNanos == null) {
                announcedNanos = nanos;
                adoptions.take().stream().filter(orders::contains).forEach(this::adopt);
            }
        }
    }

    private void adopt(RemoteOrder order) {
        order.unadopted = false;
        send(order, new Message.Adopt(address(order), order.mayWrite, order.stopped), there -> {
            synchronized (lock) {
                order.told = order.told || there;
            }
        });
    }

    void heard(Heartbeat heartbeat) {
        List<RemoteOrder> missing = new ArrayList<>();
        synchronized (lock) {
            AgentRegistry known = registry;
            long now = time.nanoTime();
            if (known == null || !known.heard(heartbeat, now, time.now())) {
                return;
            }
            adoptions.heard(heartbeat.instance());
            boolean follows = heartbeat.epoch() == epoch;
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

    /// A beacon of this server has come back.
    ///
    /// @param sentNanos before it was sent
    void readUpTo(long sentNanos) {
        List<RemoteOrder> gone = new ArrayList<>();
        synchronized (lock) {
            AgentRegistry known = registry;
            if (known == null) {
                return;
            }
            for (AgentRegistry.Known lost : known.readUpTo(sentNanos, time.now())) {
                LOG.warn(
                        "Agent {} is lost: it was not heard of for {} s",
                        lost.last().agent(),
                        lostAfter.toSeconds());
                agentBytes.lost(lost.last().instance());
                gone.addAll(removeAll(lost.last().instance()));
            }
            if (announcedNanos != null && sentNanos - announcedNanos >= lostAfter.toNanos()) {
                adoptions.takeUnheard().forEach(instance -> gone.addAll(removeAll(instance)));
            }
        }
        gone.forEach(order -> OrderAnswers.lost(
                order,
                "agent lost: " + order.agent + " was not heard of for " + lostAfter.toSeconds() + " s",
                order.mayWrite ? grace : Duration.ZERO));
    }

    private List<RemoteOrder> removeAll(String instance) {
        List<RemoteOrder> removed = orders.of(instance);
        removed.forEach(this::remove);
        return removed;
    }

    private void remove(RemoteOrder order) {
        orders.remove(order);
        Post way = post;
        if (way != null) {
            way.ended(order);
        }
    }

    /// @return false if nobody waits for it: of an order that is over, of another epoch, or a copy
    boolean heard(Report report) {
        RemoteOrder order;
        synchronized (lock) {
            if (report.from().epoch() != OrderNumber.epochOf(report.from().order(), epoch)) {
                return false;
            }
            order = orders.find(report.from().order());
            if (order == null || !order.instance.equals(report.from().instance())) {
                return false;
            }
            if (report instanceof Message.Prepared prepared) {
                if (order.prepared || order.removal) {
                    return false;
                }
                order.prepared = true;
                order.connections = Math.clamp(prepared.connections(), 1, order.attempt.connections());
            } else {
                if (report instanceof Message.Finished finished) {
                    countAtLimit(order, finished.sizeBytes());
                }
                remove(order);
            }
        }
        if (report instanceof Message.Failed failed && !order.removal) {
            storages.failed(order.attempt, failed.inTrouble(), OrderAnswers.failure(failed));
        }
        OrderAnswers.answer(order, report);
        return true;
    }

    void heard(Message.Moved moved) {
        synchronized (lock) {
            AgentRegistry known = registry;
            if (known == null || known.find(moved.instance()).isEmpty()) {
                return;
            }
            if (!agentBytes.take(moved)) {
                return;
            }
            for (Message.Copying copy : moved.copies()) {
                RemoteOrder order = orders.find(copy.order());
                if (order != null && order.instance.equals(moved.instance())) {
                    countAtLimit(order, copy.movedBytes());
                    order.progress = new AttemptProgress(
                            copy.movedBytes(),
                            copy.expectedBytes(),
                            Duration.ofMillis(copy.copyingMillis()),
                            copy.settling());
                }
            }
        }
    }

    /// Agents tell of bytes by pipe; those under a limit are counted here, order by order.
    private void countAtLimit(RemoteOrder order, long movedBytes) {
        TransferLimit limit = order.attempt.transfer().options().limit();
        if (limit != null) {
            limitBytes.computeIfAbsent(limit.id(), first -> new LongAdder()).add(order.newlyMoved(movedBytes));
        }
    }

    void refused(String sender, String why) {
        synchronized (lock) {
            if (registry != null) {
                registry.refused(sender, why, time.now());
            }
        }
    }

    /// The agents, with the number of orders that each has.
    List<AgentView> view() {
        synchronized (lock) {
            AgentRegistry known = registry;
            if (known == null) {
                return List.of();
            }
            List<AgentView> views = new ArrayList<>();
            for (AgentRegistry.Known agent : known.all()) {
                views.add(AgentView.of(agent, orders.countOf(agent.last().instance())));
            }
            known.foreign().forEach(foreign -> views.add(AgentView.of(foreign)));
            views.sort(Comparator.comparing(AgentView::name));
            return views;
        }
    }

    /// How many orders agents have.
    int open() {
        synchronized (lock) {
            return orders.count();
        }
    }

    private void endedHere(AttemptId attempt) {
        synchronized (lock) {
            here.remove(attempt);
        }
    }

    // --- the end

    /// Ends the data plane of this process, takes what agents tell meanwhile, and leaves what they run then to the
    /// next server, which adopts it.
    @Override
    public void close() {
        Post way;
        synchronized (lock) {
            closed = true;
            way = post;
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

    /// What an order is sent with: the tokens that its transfer names, and its trace. Asks the vault.
    static Message.Start complete(Message.Start start, RemoteOrder order, BearerTokens tokens) {
        return new Message.Start(
                start.to(),
                start.work(),
                start.removal(),
                start.bounds(),
                tokens.find(order.attempt.transfer(), Side.SOURCE).orElse(null),
                tokens.find(order.attempt.transfer(), Side.DESTINATION).orElse(null),
                order.trace.parent());
    }
}
