// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.AgentClock;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.transfer.AgentSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The data plane in a process of its own: it announces itself, takes orders, has them carried out by an
/// [AgentDataPlane], and tells what becomes of them.
///
/// Three threads: one reads commands ([CommandLoop]), one sends heartbeats and reports ([ReportLoop]), one looks after
/// the lease ([LeaseLoop]). Whatever they meet costs that one step; they end when the agent is closed. The end of an
/// order is told until the broker has it, and the order is named in the heartbeats until then.
public final class RemoteAgent implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RemoteAgent.class);
    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration GIVING_BACK = Duration.ofSeconds(60);
    private static final Duration JOIN = Duration.ofSeconds(5);

    private final AgentConfig config;
    private final AgentClock clock = AgentClock.SYSTEM;
    private final String instance = UUID.randomUUID().toString();
    private final AgentLife life = new AgentLife(clock);
    private final Lease lease;
    private final KafkaLink link;
    private final RunningOrders running;
    /// Guarded by itself.
    private final OrderBook book;

    private final AliveFile alive;
    private final HeartbeatSender heartbeats;
    private final CommandLoop commands;
    private final ReportLoop reports;
    private final LeaseLoop leases;
    private final List<Thread> threads = new ArrayList<>();

    /// @param settings of the data plane; tokens, traces and leases are set here
    /// @throws IllegalArgumentException if a setting makes no sense
    public RemoteAgent(
            AgentConfig config, AgentSettings.Builder settings, KafkaAccess access, Topics topics, Seal seal) {
        this.config = config;
        this.alive = new AliveFile(config.aliveFile(), instance);
        this.lease = new Lease(clock, config.lease());
        this.link = new KafkaLink(access, new Wire(seal), config.name());
        LinkedBlockingQueue<Report> told = new LinkedBlockingQueue<>();
        this.running = new RunningOrders(
                instance, lease, new OrderTokens(config.tokens()), settings, clock, told::add, this::prepared);
        this.book = new OrderBook(instance, config.slots(), clock, running);
        this.heartbeats = new HeartbeatSender(config, instance, topics, link, lease, book, clock, life, alive);
        this.commands = new CommandLoop(config, topics, link, lease, book, clock, life);
        this.reports = new ReportLoop(instance, topics, link, book, told, running, commands, heartbeats, clock, life);
        this.leases = new LeaseLoop(config.name(), instance, lease, book, clock, life);
    }

    /// Which process this is.
    public String instance() {
        return instance;
    }

    /// Begins; goes on without a broker until there is one.
    public void start() {
        begin("agent-commands", commands);
        begin("agent-beat", reports);
        begin("agent-lease", leases);
    }

    /// Waits until the agent may work: it was heard and has read its commands.
    ///
    /// @return false if that took too long
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return leases.ready().await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// What is wrong with Kafka now, null if nothing is.
    public @Nullable String trouble() {
        return life.trouble();
    }

    private void begin(String name, Runnable work) {
        threads.add(Thread.ofPlatform().name(name).daemon().start(work));
    }

    private void prepared(OrderKey key) {
        // Answers come on threads of attempts too.
        synchronized (book) {
            book.prepared(key, clock.nanoTime());
        }
    }

    /// Takes nothing new, lets what runs go on for a while, gives back the rest, and ends when the broker
    /// knows.
    @Override
    public void close() {
        heartbeats.leave();
        synchronized (book) {
            book.leave();
        }
        if (!isIdleWithin(lease.isHeld() ? config.finish() : Duration.ZERO)) {
            synchronized (book) {
                log.info("{} transfers are given back", book.open());
                book.giveBackAll();
            }
            if (!isIdleWithin(GIVING_BACK)) {
                log.warn("The server does not know yet how all transfers ended; it will find that out");
            }
        }
        running.close();
        life.end();
        for (Thread thread : threads) {
            try {
                thread.join(JOIN);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        }
        // Nobody else sends any more: heartbeats are counted, and the last one must not look like a copy.
        reports.sendLast();
        link.close();
        alive.end();
    }

    private boolean isIdleWithin(Duration limit) {
        long end = clock.nanoTime() + limit.toNanos();
        while (true) {
            synchronized (book) {
                if (book.open() == 0) {
                    return true;
                }
            }
            if (clock.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            life.pause(TICK);
        }
    }
}
