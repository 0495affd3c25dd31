// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.AgentClock;
import io.tcn.agent.http.CallRules;
import io.tcn.agent.http.ClientProperties;
import io.tcn.agent.http.EndpointMemory;
import io.tcn.agent.http.HttpCalls;
import io.tcn.agent.http.HttpTimeouts;
import io.tcn.agent.http.NameLookup;
import io.tcn.agent.http.StorageAddresses;
import io.tcn.agent.http.StorageClient;
import io.tcn.agent.local.LocalRoots;
import io.tcn.agent.path.NetlinkSockets;
import io.tcn.agent.path.PathMeter;
import io.tcn.agent.shaping.Shaper;
import io.tcn.agent.staging.Stages;
import io.tcn.agent.transfer.StopSignal.Reason;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.PathCounts;
import io.tcn.core.port.ShapedBound;
import io.tcn.core.port.StageTotals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Moves files between HTTP, WebDAV and local ends. Each attempt has a virtual thread while it works; all share the
/// connections. See [AttemptRun] for the life of an attempt and [CopyWork] for what happens when it fails.
public final class AgentDataPlane implements DataPlane, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AgentDataPlane.class);
    /// From one look at the kernel's figures of connections to the next.
    private static final Duration PATH_LOOK = Duration.ofSeconds(2);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    /// Copies that a bound has held back go on here: many of them, each for a moment.
    private static final Executor RESUMED =
            work -> Thread.ofVirtual().name("agent-resumed").start(work);

    private final Tools tools;
    private final StorageClient client;
    private final StorageAddresses addresses;
    private final Map<AttemptId, Run> runs = new ConcurrentHashMap<>();
    private final Watchdog watchdog;
    private final MovedBytes moved;
    private final StorageHealth health;
    private final UnusedTuning unused = new UnusedTuning();
    private volatile boolean closed;

    /// A data plane on this machine's clock.
    public AgentDataPlane(AgentSettings settings) {
        this(settings, AgentClock.SYSTEM);
    }

    /// @throws IllegalArgumentException if a file root is not there
    public AgentDataPlane(AgentSettings settings, AgentClock clock) {
        this(settings, clock, (name, work) -> Thread.ofVirtual().name(name).start(work));
    }

    /// @param threads starts the threads of attempts
    AgentDataPlane(AgentSettings settings, AgentClock clock, Tools.Threads threads) {
        ClientProperties.set();
        this.health = new StorageHealth(clock, settings.pauses().failures(), new StorageNews.InLog());
        LocalRoots roots = new LocalRoots(settings.fileRoots());
        StorageRules rules = settings.storages();
        this.client = new StorageClient(settings.connectTimeout(), settings.tls());
        this.addresses =
                new StorageAddresses(new NameLookup(clock, settings.connectTimeout()), rules.networks(), clock);
        HttpCalls calls = new HttpCalls(
                client,
                addresses,
                new CallRules(rules.plainRedirects(), rules.plainTokens()),
                new HttpTimeouts(settings.headerTimeout(), settings.slowHeaderTimeout(), settings.goAheadTimeout()),
                new EndpointMemory(clock, settings.capabilityTtl()),
                clock,
                rules.checksumRequests());
        this.moved = new MovedBytes(clock);
        Heartbeat heartbeat = new Heartbeat(clock, Watchdog.longestTick(settings.stallTimeout()));
        this.tools = new Tools(
                settings,
                clock,
                calls,
                roots,
                clock.nanoTime(),
                new Writers(),
                heartbeat,
                new EndpointPauses(clock, settings.pauses()),
                new Shaper(
                        clock,
                        (nanos, work) -> CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, RESUMED)
                                .execute(work)),
                new PathMeter(NetlinkSockets::open),
                new Stages(settings.staging().mostBytes(), settings.staging().mostBytesOfPipe(), clock),
                threads);
        this.watchdog = new Watchdog(heartbeat, runs.values());
        watchdog.start(settings.stallTimeout());
        watchdog.every(PATH_LOOK, this::lookAtPaths);
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        if (closed) {
            listener.failed(
                    attempt.id(),
                    new TransferFailure(ErrorCode.SERVER_RESTARTED, "the data plane was stopped"),
                    !attempt.destinationMayBeOurs());
            return;
        }
        Optional<TransferFailure> refusal = tools.pauses().enter(attempt);
        if (refusal.isPresent()) {
            listener.failed(attempt.id(), refusal.get(), !attempt.destinationMayBeOurs());
            return;
        }
        AttemptListener noting = health.noting(attempt.transfer(), listener);
        OneAnswer answer = new OneAnswer(attempt.id(), noting, () -> {
            tools.pauses().left(attempt);
            ended(attempt.id());
        });
        AttemptRun run = new AttemptRun(tools, attempt, noting, answer, moved.begin(attempt.transfer()));
        // The newest order knows best: an agent elsewhere is told in no other way.
        tune(attempt.transfer().pipe(), attempt.tuning());
        add(attempt.id(), run);
        run.start();
    }

    @Override
    public void cleanUp(Attempt attempt, AttemptListener listener) {
        if (closed) {
            listener.failed(
                    attempt.id(), new TransferFailure(ErrorCode.SERVER_RESTARTED, "the data plane was stopped"), false);
            return;
        }
        RemovalRun run =
                new RemovalRun(tools, attempt, new OneAnswer(attempt.id(), listener, () -> ended(attempt.id())));
        add(attempt.id(), run);
        run.start();
    }

    /// How far an attempt has come; empty if it does not run here, or only cleans up.
    public Optional<AttemptProgress> progressOf(AttemptId attempt) {
        Run run = runs.get(attempt);
        return run == null ? Optional.empty() : run.progress();
    }

    /// How many connections count for an attempt, also those that it gives back and still uses; 0 if it does not run
    /// here.
    public int countedFor(AttemptId attempt) {
        Run run = runs.get(attempt);
        return run == null ? 0 : run.counted();
    }

    /// Whether an attempt or a removal runs here.
    public boolean isUnderWay(AttemptId attempt) {
        return runs.containsKey(attempt);
    }

    /// What an attempt has seen of an endpoint in trouble, or why it was refused; known while its listener is told
    /// that it has failed.
    public Optional<EndTrouble> troubleOf(Attempt attempt) {
        Run run = runs.get(attempt.id());
        return run == null ? tools.pauses().closedTo(attempt) : run.trouble();
    }

    /// Attempts in other processes: what they meet at storages counts in [#health] and [#pauses] too.
    public AttemptsElsewhere elsewhere() {
        return new AttemptsElsewhere(health, tools.pauses());
    }

    /// How attempts went at each endpoint since the start, by endpoint.
    public List<EndpointHealth> health() {
        return health.list();
    }

    /// The endpoints that are left alone at this moment, and why.
    public List<EndpointPause> pauses() {
        return tools.pauses().list();
    }

    private void add(AttemptId attempt, Run run) {
        if (runs.putIfAbsent(attempt, run) != null) {
            throw new IllegalStateException("attempt " + attempt + " was started twice");
        }
    }

    @Override
    public void proceed(AttemptId attempt) {
        Run run = runs.get(attempt);
        if (run != null) {
            run.proceed();
        }
    }

    @Override
    public void cancel(AttemptId attempt) {
        Run run = runs.get(attempt);
        if (run != null) {
            run.stop(Reason.CANCELED);
        }
    }

    /// Stops an attempt as when this data plane is shut down: it answers `failed` with SERVER_RESTARTED when it has
    /// cleaned up; unknown or ended attempts are ignored.
    public void giveBack(AttemptId attempt) {
        Run run = runs.get(attempt);
        if (run != null) {
            run.stop(Reason.SHUT_DOWN);
        }
    }

    /// A copy that passes through here follows, as far as its source gives parts. One of two storages keeps what it
    /// began with: they cannot change it.
    @Override
    public int adjust(AttemptId attempt, int connections) {
        Run run = runs.get(attempt);
        return run == null ? 0 : run.use(connections);
    }

    @Override
    public void shape(PipeId pipe, List<ShapedBound> bounds) {
        tools.shaper().shape(pipe, bounds);
    }

    /// Holds for copies that pass through here, for those under way too.
    @Override
    public void tune(PipeId pipe, PipeTuning tuning) {
        var _ = unused.tuned(pipe, tuning);
        tools.stages().tune(pipe, tuning);
    }

    @Override
    public StageTotals stages(PipeId pipe) {
        return tools.stages().totals(pipe);
    }

    /// Bytes of the staging buffer that are claimed at this moment.
    public long stagedBytes() {
        return tools.stages().usedBytes();
    }

    @Override
    public void forget(PipeId pipe) {
        moved.forget(pipe);
        tools.paths().forget(pipe);
        unused.forget(pipe);
        tools.stages().forget(pipe);
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return moved.of(pipe);
    }

    @Override
    public void forget(LimitId limit) {
        moved.forget(limit);
        tools.shaper().forget(limit);
    }

    @Override
    public long movedBytes(LimitId limit) {
        return moved.of(limit);
    }

    @Override
    public long outstandingBytes(PipeId pipe) {
        return moved.outstanding(pipe);
    }

    @Override
    public int movingConnections(PipeId pipe, Duration within) {
        return moved.connections(pipe, within);
    }

    /// What the kernel tells of the connections of streamed copies, where it does.
    @Override
    public PathCounts pathCounts(PipeId pipe) {
        return tools.paths().of(pipe);
    }

    /// Stops all attempts and waits until they have cleaned up and answered: each as failed because the server
    /// stopped.
    @Override
    public void close() {
        closed = true;
        runs.values().forEach(run -> run.stop(Reason.SHUT_DOWN));
        boolean interrupted = awaitEnd();
        watchdog.close();
        client.close();
        addresses.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void ended(AttemptId attempt) {
        synchronized (runs) {
            runs.remove(attempt);
            runs.notifyAll();
        }
    }

    private boolean awaitEnd() {
        long end = System.nanoTime()
                + CLOSE_TIMEOUT.plus(tools.settings().tpcCancelGrace()).toNanos();
        synchronized (runs) {
            while (!runs.isEmpty()) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    log.warn("{} attempts did not stop in time", runs.size());
                    return false;
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(runs, left);
                } catch (InterruptedException e) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Asks the kernel for its figures of connections.
    void lookAtPaths() {
        tools.paths().look();
    }

    /// One look of the watchdog.
    void checkTimes() {
        watchdog.checkTimes();
    }
}
