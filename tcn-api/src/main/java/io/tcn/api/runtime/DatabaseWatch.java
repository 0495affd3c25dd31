// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LoopWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.DatabasePing;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// Whether the database answers now. It is asked every two seconds by a thread that may wait; who wants to know sees
/// when it answered last and never waits, so that a database that hangs is told like one that is away.
@Component
public class DatabaseWatch implements LoopWork {
    private static final Duration PERIOD = Duration.ofSeconds(2);

    /// An answer that is awaited for longer means that there is none.
    static final Duration PATIENCE = Duration.ofSeconds(6);

    private final Runnable ping;
    private final TimeSource time;
    private final OwnLoop loop;
    private volatile long answeredNanos;

    @Autowired
    DatabaseWatch(DatabasePing ping, TimeSource time, Loops loops) {
        this(ping::ping, time, loops);
    }

    DatabaseWatch(Runnable ping, TimeSource time, Loops loops) {
        this.ping = ping;
        this.time = time;
        this.loop = loops.own("database", PERIOD, this::ask);
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
    public OwnLoop loop() {
        return loop;
    }
}
