// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.KafkaLink.Received;
import io.tcn.agent.remote.Message.Command;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads what servers say and takes it to the book. Whatever it meets costs one step; it ends with the agent.
final class CommandLoop implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(CommandLoop.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final AgentConfig config;
    private final Topics topics;
    private final KafkaLink link;
    private final Lease lease;
    /// Guarded by itself.
    private final OrderBook book;

    private final TimeSource time;
    private final AgentLife life;
    private volatile boolean reading;
    private volatile long followed;

    CommandLoop(
            AgentConfig config,
            Topics topics,
            KafkaLink link,
            Lease lease,
            OrderBook book,
            TimeSource time,
            AgentLife life) {
        this.config = config;
        this.topics = topics;
        this.link = link;
        this.lease = lease;
        this.book = book;
        this.time = time;
        this.life = life;
    }

    /// Whether commands are read.
    boolean isReading() {
        return reading;
    }

    /// The epoch of the book, for those without its lock.
    long followed() {
        return followed;
    }

    @Override
    public void run() {
        while (!life.hasEnded()) {
            try (KafkaLink.Reading commands = open()) {
                reading = true;
                readFrom(commands);
            } catch (RuntimeException | Error away) {
                life.restAfter(away);
            }
        }
    }

    private KafkaLink.Reading open() {
        String refused = link.makeTopics(topics, List.of(config.name()));
        if (refused != null) {
            log.info("Topics are not made here: {}", refused);
        }
        return link.read(List.of(topics.servers()), List.of(topics.commands(config.name())));
    }

    /// Keeps its place whatever the broker does: a reader made anew would miss commands.
    private void readFrom(KafkaLink.Reading commands) {
        Map<TopicPartition, Long> ends = null;
        Lease.Moment asked = lease.now();
        long nextLook = time.nanoTime();
        while (!life.hasEnded()) {
            try {
                if (ends == null && time.nanoTime() - nextLook >= 0) {
                    asked = lease.now();
                    ends = commands.ends();
                }
                commands.poll(POLL, (sender, why) -> log.warn("{} speaks another protocol: {}", sender, why))
                        .forEach(this::take);
                if (ends != null && commands.isPast(ends)) {
                    lease.looked(asked);
                    life.isWell();
                    ends = null;
                    nextLook = time.nanoTime() + config.beat().toNanos();
                }
            } catch (RuntimeException | Error away) {
                life.restAfter(away);
            }
        }
    }

    private void take(Received received) {
        try {
            if (received.message() instanceof Message.Beacon beacon
                    && received.topic().equals(topics.servers())) {
                heard(beacon);
            } else if (received.message() instanceof Command command
                    && received.topic().equals(topics.commands(config.name()))) {
                obey(command);
            } else {
                link.countUnreadable(received.topic(), "it does not belong there");
            }
        } catch (RuntimeException | Error defect) {
            log.error("A command failed: a defect of TCN", defect);
        }
    }

    private void heard(Message.Beacon beacon) {
        synchronized (book) {
            if (beacon.epoch() > book.epoch()) {
                log.info("A server leads in epoch {}", beacon.epoch());
            }
            book.heard(beacon.epoch(), Boolean.TRUE.equals(beacon.adopts()));
            followed = book.epoch();
        }
    }

    private void obey(Command command) {
        synchronized (book) {
            OrderBook.Outcome outcome = book.take(command, lease.isHeld() ? lease.term() : -1);
            followed = book.epoch();
            log.debug("{}: {}", outcome, command);
        }
    }
}
