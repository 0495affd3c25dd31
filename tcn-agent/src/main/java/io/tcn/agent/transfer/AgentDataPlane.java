// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.AgentClock;
import io.tcn.agent.Progress;
import io.tcn.agent.http.ClientProperties;
import io.tcn.agent.http.EndpointMemory;
import io.tcn.agent.http.HttpCalls;
import io.tcn.agent.http.HttpTimeouts;
import io.tcn.agent.local.LocalRoots;
import io.tcn.agent.transfer.StopSignal.Reason;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Moves files between HTTP, WebDAV and local ends. Each attempt has a virtual thread while it works; all share one
/// HTTP client. See [AttemptRun] for the life of an attempt and [CopyWork] for what happens when it fails.
public final class AgentDataPlane implements DataPlane, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AgentDataPlane.class);
    private static final Duration MAX_TICK = Duration.ofSeconds(1);
    private static final Duration MIN_TICK = Duration.ofMillis(10);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final Tools tools;
    private final HttpClient client;
    private final ExecutorService clientThreads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("agent-watchdog").daemon().factory());
    private final Map<AttemptId, AttemptRun> runs = new ConcurrentHashMap<>();
    private final Map<PipeId, LongAdder> movedBytes = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /// A data plane on this machine's clock.
    public AgentDataPlane(AgentSettings settings) {
        this(settings, AgentClock.SYSTEM);
    }

    /// @throws IllegalArgumentException if a file root is not there
    public AgentDataPlane(AgentSettings settings, AgentClock clock) {
        ClientProperties.set();
        LocalRoots roots = new LocalRoots(settings.fileRoots());
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.connectTimeout())
                .executor(clientThreads);
        if (settings.tls() != null) {
            builder.sslContext(settings.tls());
        }
        this.client = builder.build();
        HttpCalls calls = new HttpCalls(
                client,
                new HttpTimeouts(settings.headerTimeout(), settings.slowHeaderTimeout(), settings.goAheadTimeout()),
                new EndpointMemory(clock, settings.capabilityTtl()),
                clock);
        this.tools = new Tools(settings, clock, calls, roots, clock.nanoTime());
        long tick = tick(settings).toNanos();
        var _ = watchdog.scheduleWithFixedDelay(this::checkTimes, tick, tick, TimeUnit.NANOSECONDS);
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
        Progress progress = new Progress(
                movedBytes.computeIfAbsent(attempt.transfer().pipe(), pipe -> new LongAdder()), tools.clock());
        AttemptRun run = new AttemptRun(tools, attempt, listener, progress, () -> ended(attempt.id()));
        if (runs.putIfAbsent(attempt.id(), run) != null) {
            throw new IllegalStateException("attempt " + attempt.id() + " was started twice");
        }
        run.start();
    }

    @Override
    public void proceed(AttemptId attempt) {
        AttemptRun run = runs.get(attempt);
        if (run != null) {
            run.proceed();
        }
    }

    @Override
    public void cancel(AttemptId attempt) {
        AttemptRun run = runs.get(attempt);
        if (run != null) {
            run.stop(Reason.CANCELED);
        }
    }

    /// A running copy keeps its connections: storages cannot change them.
    @Override
    public int adjust(AttemptId attempt, int connections) {
        AttemptRun run = runs.get(attempt);
        return run == null ? 0 : run.connections();
    }

    @Override
    public long movedBytes(PipeId pipe) {
        LongAdder bytes = movedBytes.get(pipe);
        return bytes == null ? 0 : bytes.sum();
    }

    /// Stops all attempts and waits until they have cleaned up and answered: each as failed because the server stopped.
    @Override
    public void close() {
        closed = true;
        runs.values().forEach(run -> run.stop(Reason.SHUT_DOWN));
        boolean interrupted = awaitEnd();
        watchdog.shutdownNow();
        client.shutdownNow();
        clientThreads.shutdown();
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

    private void checkTimes() {
        for (AttemptRun run : runs.values()) {
            try {
                run.checkTime();
            } catch (RuntimeException e) {
                log.error("the watchdog failed on an attempt", e);
            }
        }
    }

    private static Duration tick(AgentSettings settings) {
        Duration tick = settings.stallTimeout().dividedBy(8);
        if (tick.compareTo(MAX_TICK) > 0) {
            return MAX_TICK;
        }
        return tick.compareTo(MIN_TICK) < 0 ? MIN_TICK : tick;
    }
}
