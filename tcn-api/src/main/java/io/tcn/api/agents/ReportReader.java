// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.KafkaLink;
import io.tcn.agent.remote.KafkaLink.Received;
import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Topics;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads what agents say, on a thread of its own, and takes it to the inbox; first what they told while no server
/// listened, where the [HeardMark] names a moment. Whatever it meets costs one step; it ends when it is closed.
final class ReportReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReportReader.class);
    private static final Duration POLL = Duration.ofMillis(200);
    /// A broker that is away refuses at once: without a pause this thread would do nothing but ask.
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(500);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final Topics topics;
    private final KafkaLink link;
    private final AgentInbox inbox;
    private final HeardMark mark;
    private final TimeSource time;
    private final Runnable opened;
    private final Consumer<Message.Beacon> beacons;
    private final Consumer<String> trouble;
    private final Thread thread;
    private volatile boolean ended;
    private volatile boolean readOld;

    /// @param opened hears that it reads
    /// @param beacons hears each beacon that comes back
    /// @param trouble hears why it does not go on
    ReportReader(
            Topics topics,
            KafkaLink link,
            AgentInbox inbox,
            HeardMark mark,
            TimeSource time,
            Runnable opened,
            Consumer<Message.Beacon> beacons,
            Consumer<String> trouble) {
        this.topics = topics;
        this.link = link;
        this.inbox = inbox;
        this.mark = mark;
        this.time = time;
        this.opened = opened;
        this.beacons = beacons;
        this.trouble = trouble;
        this.thread = Thread.ofPlatform().name("tcn-agents-reading").daemon().unstarted(this::readAll);
    }

    void start() {
        thread.start();
    }

    /// Whether all was read that was told before this server began to read.
    boolean hasReadOld() {
        return readOld;
    }

    private void readAll() {
        while (!ended) {
            try {
                makeTopics();
                try (KafkaLink.Reading reports = open()) {
                    opened.run();
                    readFrom(reports);
                }
            } catch (RuntimeException | Error away) {
                restAfter(away);
            }
        }
    }

    private void makeTopics() {
        String refused = link.makeTopics(topics, List.of());
        if (refused != null) {
            LOG.info("Topics of agents are not made here: {}", refused);
        }
    }

    private KafkaLink.Reading open() {
        return mark.since()
                .map(moment -> link.readSince(moment, List.of(topics.progress()), List.of(topics.heartbeats())))
                .orElseGet(() -> link.read(List.of(), List.of(topics.heartbeats(), topics.progress())));
    }

    /// Keeps its place whatever the broker does: a reader made anew would miss reports.
    private void readFrom(KafkaLink.Reading reports) {
        Instant asked = time.now();
        Map<TopicPartition, Long> ends = null;
        long nextLook = time.nanoTime();
        while (!ended) {
            try {
                if (ends == null && time.nanoTime() - nextLook >= 0) {
                    asked = time.now();
                    ends = reports.ends();
                }
                reports.poll(POLL, inbox::refused).forEach(this::take);
                readOld = readOld || reports.hasReadOld();
                if (ends != null && reports.isPast(ends)) {
                    mark.readUntil(asked);
                    ends = null;
                    nextLook = time.nanoTime() + HeardMark.PERIOD.toNanos();
                }
            } catch (RuntimeException | Error away) {
                restAfter(away);
            }
        }
    }

    private void take(Received received) {
        try {
            boolean isSign = received.topic().equals(topics.heartbeats());
            switch (received.message()) {
                case Message.Heartbeat heartbeat when isSign -> inbox.heard(heartbeat);
                case Message.Beacon beacon when isSign -> beacons.accept(beacon);
                case Message.Report report when !isSign -> take(report, received.isOld());
                case Message.Moved moved
                when !isSign -> {
                    if (!received.isOld()) {
                        inbox.heard(moved);
                    }
                }
                default -> link.countUnreadable(received.topic(), "it does not belong there");
            }
        } catch (RuntimeException | Error defect) {
            LOG.error("A message of an agent could not be worked on: a defect of TCN", defect);
        }
    }

    private void take(Message.Report report, boolean isOld) {
        if (isOld) {
            inbox.heardBefore(report);
        } else if (!inbox.heard(report)) {
            LOG.debug("a report that nobody waits for: {}", report);
        }
    }

    private void restAfter(Throwable failure) {
        trouble.accept(KafkaLink.words(failure));
        try {
            Thread.sleep(AFTER_TROUBLE);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join(STOP);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
