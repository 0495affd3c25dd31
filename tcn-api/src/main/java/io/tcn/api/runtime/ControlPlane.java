// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.agent.transfer.BearerTokens;
import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.agent.transfer.EndpointPause;
import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.network.AltoNetwork;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.DatabaseLead;
import io.tcn.api.store.GoneOn;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.RestartStore;
import io.tcn.api.store.SignOfLife;
import io.tcn.core.control.ControlLoop;
import io.tcn.core.control.ControlSettings;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.control.MapLoop;
import io.tcn.core.dispatch.AdoptedAttempt;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.dispatch.DispatchLoop;
import io.tcn.core.dispatch.DispatchSettings;
import io.tcn.core.dispatch.KnownDestination;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.optimizer.catalog.KnownPast;
import io.tcn.core.optimizer.start.WarmStart;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.PipeHistory;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.SettingHistory;
import io.tcn.core.port.WaitingTransfer;
import io.tcn.core.state.StateSnapshot;
import io.tcn.core.state.TransportControlState;
import io.tcn.core.topology.StorageSides;
import io.tcn.core.utility.Utilities;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// The running control plane: state, three loops on a thread each, data plane and store. Starts when this server takes
/// the lead: before the web server takes requests, or later where several servers share a database. Stops after the web
/// server.
@Component
public class ControlPlane implements LeaderWork {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);
    private static final Duration PIPE_CHECK = Duration.ofSeconds(1);
    /// How long transfers wait at the start for the first map.
    private static final Duration FIRST_MAP = Duration.ofSeconds(2);

    private static final Duration MAP_LOOK = Duration.ofMillis(10);

    private static final Duration EXPIRY_CHECK = Duration.ofSeconds(30);
    private static final long SETTLE_SECONDS = 10;
    private static final String EXPIRED = "TRANSFER [110] Canceled because the time in the queue is over";

    private final TcnProperties properties;
    private final SystemTime time;
    private final JpaTransferStore store;
    private final RestartStore restartStore;
    private final SignOfLife life;
    private final LifeFile lifeFile;
    private final OwnLoop ownPulse;
    private final DatabaseLead lead;
    private final Directory directory;
    private final AutomaticPipes pipes;
    private final Declarations declarations;
    private final EventLog events;
    private final AltoNetwork network;
    private final ControlBoard board;
    private final LoopThread dispatchThread;
    private final LoopThread controlThread;
    private final LoopThread mapThread;
    private final LoopThread timerThread;
    private final LoopThread pulseThread;
    private final SteadyLoop expiry;
    private final SteadyLoop pulse;
    private final TransportControlState state;
    private final AgentDataPlane dataPlane;
    /// What an extension on the class path brings instead of the process's own data plane and the agents.
    private final Optional<DataPlane> another;
    private final Optional<RemoteAgents> agents;
    private final Optional<RemotePlane> remote;
    private final LedDataPlane ledPlane;
    private final DispatchLoop dispatch;
    private final ControlLoop control;
    private final MapLoop map;
    private volatile List<QueuedTransfer> halfCanceled = List.of();
    private volatile boolean running;

    ControlPlane(
            TcnProperties properties,
            SystemTime time,
            JpaTransferStore store,
            RestartStore restartStore,
            SignOfLife life,
            DatabaseLead lead,
            Directory directory,
            AutomaticPipes pipes,
            Declarations declarations,
            StorageCapacities capacities,
            List<DecisionListener> listeners,
            PipeHistory history,
            SettingHistory settings,
            EventLog events,
            BearerTokens tokens,
            AltoNetwork network,
            ControlBoard board,
            Loops loops,
            Optional<RemoteAgents> agents,
            Optional<Traces> traces,
            Optional<DataPlane> another) {
        this.properties = properties;
        this.time = time;
        this.store = store;
        this.restartStore = restartStore;
        this.life = life;
        this.lead = lead;
        this.directory = directory;
        this.pipes = pipes;
        this.declarations = declarations;
        this.events = events;
        this.network = network;
        this.board = board;
        this.dispatchThread = loops.thread("dispatch");
        this.controlThread = loops.thread("control");
        this.mapThread = loops.thread("map");
        this.timerThread = loops.thread("timer");
        this.pulseThread = loops.thread("pulse");
        LifeFile file = new LifeFile(properties.dataDir());
        this.lifeFile = file;
        // On a thread of its own: who asks a database that hangs waits for it.
        this.ownPulse = loops.own("life-file", SignOfLife.BEAT.dividedBy(2), () -> {
            file.touch(time.now());
            return SteadyLoop.Outcome.DONE;
        });
        // Soon after the database is back: a crash next would find too old a sign.
        this.pulse = new SteadyLoop(loops.of("pulse"), pulseThread, SignOfLife.BEAT, Duration.ofSeconds(1), () -> {
            life.give(time.now());
            return SteadyLoop.Outcome.DONE;
        });
        this.expiry = new SteadyLoop(loops.of("expiry"), timerThread, EXPIRY_CHECK, new Errand(this::cancelExpired));
        this.state = new TransportControlState(time);
        this.dataPlane = new AgentDataPlane(DataPlaneSettings.of(properties.agent())
                .tokens(tokens)
                .traces(traces.orElse(Traces.NONE))
                .build());
        this.another = another;
        this.agents = agents;
        this.remote =
                agents.map(each -> each.around(dataPlane, properties.agent().cancelGrace()));
        this.ledPlane = new LedDataPlane(dataPlane(), lead::mayAct);
        lead.afterRenewal(ledPlane::goOn);
        this.dispatch = new DispatchLoop(
                state,
                store,
                ledPlane,
                dispatchThread,
                time,
                events,
                DispatchSettings.DEFAULT.withBounds(
                        BoundSettings.DEFAULT.withWindow(properties.control().boundWindow())));
        this.control = new ControlLoop(
                state,
                Optimizers.byName(
                                properties.control().optimizer(),
                                Utilities.byName(properties.control().utility()),
                                new KnownPast(new WarmStart(history), settings))
                        .create(random(properties.control().seed())),
                dataPlane(),
                controlThread,
                time,
                new ControlSettings(
                        properties.control().interval(), properties.control().samples()),
                dispatch.writer()::controlDecided,
                new FencedListeners(listeners, loops),
                events);
        this.map = new MapLoop(
                state,
                new CappedNetworkMap(new StorageSides(network), capacities),
                mapThread,
                properties.topology().refresh(),
                PIPE_CHECK,
                new MapRefreshes(loops.of("map"), dispatch.writer()),
                events);
    }

    private CompletableFuture<?> cancelExpired() {
        return store.cancel(new CancelScope.Expired(), EXPIRED, time.now(), dispatch::transfersCanceled);
    }

    private static RandomGenerator random(long seed) {
        return seed == 0 ? new Random() : new Random(seed);
    }

    public TransportControlState state() {
        return state;
    }

    public DispatchLoop dispatch() {
        return dispatch;
    }

    public DataPlane dataPlane() {
        return another.or(() -> remote).orElse(dataPlane);
    }

    /// How far a running attempt has come; empty if it does not run.
    public Optional<AttemptProgress> progressOf(AttemptId attempt) {
        return remote.flatMap(each -> each.progressOf(attempt)).or(() -> dataPlane.progressOf(attempt));
    }

    /// Whether somebody has an attempt in his hands, as far as TCN's own data planes know.
    public boolean isUnderWay(AttemptId attempt) {
        return dataPlane.isUnderWay(attempt)
                || remote.map(each -> each.isUnderWay(attempt)).orElse(false);
    }

    /// How attempts went at each endpoint since the start.
    public List<EndpointHealth> storageHealth() {
        return dataPlane.health();
    }

    /// Which agents do not reach which storages.
    public List<Unreached> unreached() {
        return remote.map(RemotePlane::unreached).orElse(List.of());
    }

    /// The storages that are left alone at this moment.
    public List<EndpointPause> storagePauses() {
        return dataPlane.pauses();
    }

    /// Transfers that were cancelled while they ran by a server that stopped before they had ended; known after the
    /// start.
    List<QueuedTransfer> halfCanceled() {
        return halfCanceled;
    }

    /// Whether the control loop works.
    public boolean isControlHealthy() {
        return control.isHealthy();
    }

    @Override
    public void start() {
        store.start();
        Duration grace = properties
                .agent()
                .cancelGrace()
                .plus(agents.map(RemoteAgents::mayGoOn).orElse(Duration.ZERO));
        Duration patience = lead.isLease() ? properties.agent().afterLease() : Duration.ZERO;
        if (!properties.store().restored()) {
            lifeFile.last().ifPresent(life::giveAtLeast);
        }
        RestartStore.Found found = restartStore.recover(
                time.now(), grace, patience, properties.store().restored(), remote.isPresent() && another.isEmpty());
        life.give(time.now());
        if (found.requeued() > 0) {
            LOG.info(
                    "{} transfers were running when the server stopped; they are checked and resumed",
                    found.requeued());
        }
        declarations.start(dispatch, this::refreshMap);
        directory.load(dispatch.writer());
        dispatch.destinationsKnown(found.leftovers().stream()
                .map(left -> new KnownDestination(left.key(), left.transfer(), left.write(), left.isOfEndedTransfer()))
                .toList());
        startNetwork();
        revive(found);
        startMap();
        countLeft(found.left(), properties.agent().cancelGrace().plus(patience));
        goOn(found);
        added(found.queued(), found.waiting());
        dispatch.resumeAfter(found.resumed(), grace.plus(patience));
        halfCanceled = found.halfCanceled();
        remote.ifPresent(RemotePlane::begin);
        dispatch.start();
        // The control loop measures what the others have begun.
        dispatchThread.execute(control::start);
        expiry.start();
        pulse.start();
        ownPulse.start();
    }

    /// Takes over what agents have gone on with.
    private void goOn(RestartStore.Found found) {
        List<GoneOn> attempts = found.goneOn();
        if (attempts.isEmpty()) {
            return;
        }
        LOG.info("{} transfers are in the hands of agents; they go on", attempts.size());
        Map<DestinationKey, EarlierWrite> left = new HashMap<>();
        found.leftovers().forEach(leftover -> left.merge(leftover.key(), leftover.write(), EarlierWrite::or));
        List<GoneOn> withLeft =
                attempts.stream().map(each -> each.withLeft(left)).toList();
        // Before the loop hears of them: it asks what each uses, and who is not known yet uses one.
        remote.ifPresent(plane -> plane.adopt(withLeft, dispatch.answers()));
        dispatch.attemptsAdopted(attempts.stream()
                .map(each -> new AdoptedAttempt(
                        each.transfer(), each.order().connections(), each.writingFrom(), each.isCanceled()))
                .toList());
    }

    /// Makes all pipes known that something was found of.
    private void revive(RestartStore.Found found) {
        Set<PipeId> used = new HashSet<>(found.queued().keySet());
        found.waiting().forEach(transfer -> used.add(transfer.pipe()));
        found.goneOn().forEach(each -> used.add(each.pipe()));
        pipes.revive(used);
    }

    /// What storages may still copy for a server before this one counts as open until that is surely over.
    ///
    /// @param most storages go on for so long at most; that agents may go on is counted with their attempts
    private void countLeft(RestartStore.Left left, Duration most) {
        Map<PipeId, Integer> connections = new TreeMap<>();
        int streams = properties.agent().thirdPartyStreams();
        left.transfers().forEach((pipe, transfers) -> {
            // One that was removed since has no connections to begin.
            if (directory.findPipe(pipe).isPresent()) {
                connections.put(pipe, transfers * streams);
            }
        });
        Duration ends = Duration.between(time.now(), left.longest());
        Duration grace = Collections.min(List.of(ends, most));
        dispatch.connectionsLeft(connections, grace);
        Map<TransferLimit, Integer> limited = new HashMap<>();
        left.limited().forEach((limit, transfers) -> limited.put(limit, transfers * streams));
        dispatch.connectionsLeftUnder(limited, grace);
    }

    /// Lets transfers run that were stored; a pipe of theirs that was removed meanwhile is known again first.
    public void added(Map<PipeId, Integer> queued, Collection<WaitingTransfer> waiting) {
        Set<PipeId> used = new HashSet<>(queued.keySet());
        waiting.forEach(transfer -> used.add(transfer.pipe()));
        // Nobody removes a pipe in between: the loop would not know what the transfers are of, and forget them.
        directory.alone(() -> {
            pipes.revive(used);
            dispatch.transfersAdded(queued, waiting);
            return null;
        });
    }

    /// Before its start the loop has nobody to ask; it begins with a refresh.
    private void refreshMap() {
        if (running) {
            map.refreshSoon();
        }
    }

    /// Begins to ask for the map, and waits a moment for what it says of the pipes: what goes on and what starts meets
    /// bounds that are a part of a capacity, and links that carry nothing. A source that is slow is not waited for.
    private void startMap() {
        CompletableFuture<Boolean> declared = new CompletableFuture<>();
        dispatchThread.execute(() -> declared.complete(true));
        declared.completeOnTimeout(false, FIRST_MAP.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        running = true;
        map.start();
        long began = time.nanoTime();
        while (!isMapped()
                && time.nanoTime() - began < FIRST_MAP.toNanos()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(MAP_LOOK.toNanos());
        }
    }

    /// Whether the map was asked for all pipes, and nothing that it was asked is open.
    private boolean isMapped() {
        StateSnapshot now = state.snapshot();
        return now.mapAskedVersion() >= now.pipeTable().version()
                && now.map().mappings().values().stream().noneMatch(PipeMapping::isAwaited);
    }

    private void startNetwork() {
        try {
            network.start(new ExpectedView(
                    state,
                    board,
                    network.book(),
                    new PipeWaits(dispatch::holdOf, dispatch::limitOf, this::storagePauses, time)));
        } catch (IOException refused) {
            throw new IllegalStateException(refused.getMessage(), refused);
        }
    }

    /// Starts nothing more, stops what runs here so that it is queued again at the next start, leaves what agents run
    /// to the next server, and lets the store finish.
    @Override
    public void stop() {
        running = false;
        expiry.stop();
        control.stop();
        map.stop();
        dispatch.drain();
        // What the store has still to claim must start before the data plane stops it and gives it back.
        settle();
        remote.ifPresentOrElse(RemotePlane::close, dataPlane::close);
        settle();
        // The signs of life tell until when something can have been written.
        pulse.stop();
        ownPulse.stop();
        timerThread.close();
        pulseThread.close();
        dispatchThread.close();
        controlThread.close();
        mapThread.close();
        network.close();
        try {
            store.stop();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        LOG.info("The control plane has stopped; {}", events.summary());
    }

    /// Waits until the dispatch loop has had the store's answers to all that it asked so far, and what it asked then is
    /// stored too. An answer leads to one more question at most: a refused finish to a stop.
    private void settle() {
        try {
            for (int round = 0; round < 3; round++) {
                CompletableFuture<Boolean> dispatched = new CompletableFuture<>();
                dispatchThread.execute(() -> dispatched.complete(true));
                dispatched.get(SETTLE_SECONDS, TimeUnit.SECONDS);
                CompletableFuture<Boolean> stored = new CompletableFuture<>();
                store.loadStates(List.of(), states -> stored.complete(true));
                stored.get(SETTLE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException slow) {
            LOG.warn("The store does not answer; what it does not know yet is found at the next start");
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /// Before the web server, which has a phase close to the largest number.
    @Override
    public int getPhase() {
        return 0;
    }
}
