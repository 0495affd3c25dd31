// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Report;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells servers what becomes of their orders, how far copies have come, and that the agent lives. The end of an order
/// is told until the broker has it. Whatever it meets costs one step; it ends with the agent.
final class ReportLoop implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(ReportLoop.class);
    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration BETWEEN_PROGRESS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_TIDYING = Duration.ofMinutes(1);

    private final String instance;
    private final Topics topics;
    private final KafkaLink link;
    /// Guarded by itself.
    private final OrderBook book;

    private final RunningOrders running;
    private final CommandLoop commands;
    private final HeartbeatSender heartbeats;
    private final ProgressSender progress;
    private final TimeSource time;
    private final AgentLife life;
    private final LinkedBlockingQueue<Report> reports;
    private final Queue<Report> again = new ConcurrentLinkedQueue<>();
    private long toldNanos;
    private long tidiedNanos;

    /// @param reports what is to be told, in this order
    ReportLoop(
            String instance,
            Topics topics,
            KafkaLink link,
            OrderBook book,
            LinkedBlockingQueue<Report> reports,
            RunningOrders running,
            CommandLoop commands,
            HeartbeatSender heartbeats,
            TimeSource time,
            AgentLife life) {
        this.instance = instance;
        this.topics = topics;
        this.link = link;
        this.book = book;
        this.reports = reports;
        this.running = running;
        this.commands = commands;
        this.heartbeats = heartbeats;
        this.progress = new ProgressSender(
                instance, running, (moved, then) -> link.send(topics.progress(), null, moved.pipe(), moved, then));
        this.time = time;
        this.life = life;
        this.toldNanos = time.nanoTime();
        this.tidiedNanos = toldNanos;
    }

    @Override
    public void run() {
        while (!life.hasEnded()) {
            try {
                sendNext();
            } catch (InterruptedException stop) {
                return;
            } catch (RuntimeException | Error failure) {
                life.restAfter(failure);
            }
        }
    }

    private void sendNext() throws InterruptedException {
        Report report = reports.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
        while (report != null) {
            send(report);
            report = reports.poll();
        }
        long now = time.nanoTime();
        if (now - toldNanos >= BETWEEN_PROGRESS.toNanos()) {
            toldNanos = now;
            sendAgain();
            progress.send();
        }
        if (now - tidiedNanos >= BETWEEN_TIDYING.toNanos()) {
            tidiedNanos = now;
            tidy();
        }
        if (commands.isReading() && heartbeats.isDue(commands.followed())) {
            heartbeats.send();
        }
    }

    /// Forgets what no order has used for long. With the lock no order begins meanwhile.
    private void tidy() {
        synchronized (book) {
            for (PipeId pipe : running.idlePipes()) {
                if (progress.forget(pipe)) {
                    running.forget(pipe);
                    book.forget(pipe);
                }
            }
            running.forgetIdleLimits();
        }
    }

    /// What was not sent, each once: it may come back at once.
    private void sendAgain() {
        for (int left = again.size(); left > 0; left--) {
            Report next = again.poll();
            if (next != null) {
                send(next);
            }
        }
    }

    private void send(Report report) {
        OrderKey key = OrderKey.of(report.from());
        synchronized (book) {
            book.told(report);
        }
        link.send(topics.progress(), null, running.pipeOf(key).orElse(instance), report, failure -> {
            if (failure != null) {
                life.inTrouble(failure);
                again.add(report);
            } else if (report.isLast()) {
                running.forget(key);
                synchronized (book) {
                    book.ended(key);
                }
            }
        });
    }

    /// What is left, once the loop has ended, and the last heartbeat.
    void sendLast() {
        try {
            for (Report left = reports.poll(); left != null; left = reports.poll()) {
                send(left);
            }
            sendAgain();
            heartbeats.send();
        } catch (RuntimeException away) {
            log.debug("the last words were not sent", away);
        }
    }
}
