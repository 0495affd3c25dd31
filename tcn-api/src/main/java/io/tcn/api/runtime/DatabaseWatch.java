// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.DatabasePing;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Whether the database answers now. It is asked every two seconds by a thread that may wait; who wants to know sees
/// when it answered last and never waits, so that a database that hangs is told like one that is away.
@Component
public class DatabaseWatch implements SmartLifecycle {
    private static final Duration PERIOD = Duration.ofSeconds(2);

    /// An answer that is awaited for longer means that there is none.
    static final Duration PATIENCE = Duration.ofSeconds(6);

    private final Runnable ping;
    private final TimeSource time;
    private final LoopThread thread;
    private final SteadyLoop loop;
    private volatile long answeredNanos;

    @Autowired
    DatabaseWatch(DatabasePing ping, TimeSource time, Loops loops) {
        this(ping::ping, time, loops);
    }

    DatabaseWatch(Runnable ping, TimeSource time, Loops loops) {
        this.ping = ping;
        this.time = time;
        this.thread = loops.thread("database");
        this.loop = new SteadyLoop(loops.of("database"), thread, PERIOD, this::ask);
        this.answeredNanos = time.nanoTime();
    }

    SteadyLoop.Outcome ask() {
        ping.run();
        answeredNanos = time.nanoTime();
        return SteadyLoop.Outcome.DONE;
    }

    /// Whether the last answer is fresh.
    public boolean isUp() {
        return time.nanoTime() - answeredNanos <= PATIENCE.toNanos();
    }

    @Override
    public void start() {
        answeredNanos = time.nanoTime();
        loop.start();
    }

    @Override
    public void stop() {
        loop.stop();
        thread.close();
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    /// After the control plane at the start, before it at the stop.
    @Override
    public int getPhase() {
        return 1;
    }
}
