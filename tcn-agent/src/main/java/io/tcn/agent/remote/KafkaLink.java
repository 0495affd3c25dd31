// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The way of a server or an agent to and from Kafka: one producer, and a [Reading] per loop that reads.
/// Sending may block for two seconds when no broker is known. What cannot be read is counted and told in a
/// line, at most one in ten seconds.
public final class KafkaLink implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaLink.class);
    private static final String PROTOCOL_HEADER = "tcn-protocol";
    private static final String SENDER_HEADER = "tcn-sender";
    private static final Duration CLOSE = Duration.ofSeconds(2);
    private static final Duration TOPICS = Duration.ofSeconds(10);
    private static final long BETWEEN_LINES = Duration.ofSeconds(10).toNanos();
    private static final Duration KEEP_SIGNS = Duration.ofHours(1);
    private static final Duration KEEP_ORDERS = Duration.ofDays(1);
    private static final int PROGRESS_PARTITIONS = 6;
    private static final short DEFAULT_REPLICATION = -1;

    private final KafkaAccess access;
    private final Wire wire;
    private final String sender;
    private final Object lock = new Object();
    /// Guarded by lock; made when it is first needed, because that fails where no broker's name can be looked
    /// up.
    private @Nullable KafkaProducer<String, byte[]> made;

    private boolean closed;
    private final AtomicLong unreadable = new AtomicLong();
    private final AtomicLong nextLine = new AtomicLong(System.nanoTime());

    /// @param sender who this is, in the log of others
    /// @throws IllegalArgumentException if a setting of the client cannot be
    public KafkaLink(KafkaAccess access, Wire wire, String sender) {
        this.access = access;
        this.wire = wire;
        this.sender = sender;
        try {
            var _ = new ProducerConfig(access.producer("tcn-" + sender));
        } catch (RuntimeException wrong) {
            throw new IllegalArgumentException("the settings of the Kafka client are wrong: " + words(wrong), wrong);
        }
    }

    private KafkaProducer<String, byte[]> producer() {
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException("sending has stopped");
            }
            KafkaProducer<String, byte[]> known = made;
            if (known == null) {
                known = new KafkaProducer<>(access.producer("tcn-" + sender));
                made = known;
            }
            return known;
        }
    }

    /// What was read.
    ///
    /// @param topic where
    /// @param message what
    public record Received(String topic, Message message) {}

    /// Sends a message; tells when the broker has it in all replicas, or that it may not have it.
    ///
    /// @param partition null to let the key decide
    /// @param then hears null, or why it failed; on a thread of the producer, which must not be held up
    public void send(
            String topic,
            @Nullable Integer partition,
            String key,
            Message message,
            Consumer<@Nullable Exception> then) {
        try {
            ProducerRecord<String, byte[]> record =
                    new ProducerRecord<>(topic, partition, key, wire.write(topic, message));
            record.headers()
                    .add(PROTOCOL_HEADER, Integer.toString(Message.PROTOCOL).getBytes(StandardCharsets.US_ASCII))
                    .add(SENDER_HEADER, sender.getBytes(StandardCharsets.UTF_8));
            var _ = producer().send(record, (sent, failure) -> then.accept(failure));
        } catch (RuntimeException failure) {
            then.accept(failure);
        } catch (Error defect) {
            // Whoever sends waits for an answer, and would wait for ever.
            then.accept(new IllegalStateException("a message could not be sent: " + defect, defect));
        }
    }

    /// Makes topics that are not there; where that is not allowed they must be there.
    ///
    /// @param agents whose commands have a topic each
    /// @return why not all could be made, null if they are there
    public @Nullable String makeTopics(Topics topics, List<String> agents) {
        String refused = makeTopics(Map.of(topics.servers(), 1, topics.heartbeats(), 1), KEEP_SIGNS);
        Map<String, Integer> orders = new HashMap<>(Map.of(topics.progress(), PROGRESS_PARTITIONS));
        agents.forEach(agent -> orders.put(topics.commands(agent), 1));
        String refusedToo = makeTopics(orders, KEEP_ORDERS);
        return refused != null ? refused : refusedToo;
    }

    private @Nullable String makeTopics(Map<String, Integer> partitions, Duration retention) {
        try (Admin admin = Admin.create(access.admin("tcn-topics-" + sender))) {
            List<NewTopic> topics = new ArrayList<>();
            partitions.forEach((name, count) -> topics.add(new NewTopic(name, count, DEFAULT_REPLICATION)
                    .configs(Map.of(
                            "retention.ms",
                            Long.toString(retention.toMillis()),
                            "max.message.bytes",
                            Integer.toString(Wire.MOST_BYTES + 10_000)))));
            String trouble = null;
            for (var made : admin.createTopics(topics).values().entrySet()) {
                try {
                    made.getValue().get(TOPICS.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
                } catch (ExecutionException refused) {
                    if (!(refused.getCause() instanceof TopicExistsException)) {
                        trouble = made.getKey() + ": " + words(refused);
                    }
                } catch (java.util.concurrent.TimeoutException late) {
                    trouble = made.getKey() + ": no answer";
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                    trouble = "stopped";
                }
            }
            return trouble;
        } catch (RuntimeException failure) {
            return words(failure);
        }
    }

    /// How many messages could not be used.
    public long unreadable() {
        return unreadable.get();
    }

    /// Counts a message that could not be used.
    public void countUnreadable(String topic, String why) {
        unreadable.incrementAndGet();
        long now = System.nanoTime();
        long next = nextLine.get();
        if (now - next >= 0 && nextLine.compareAndSet(next, now + BETWEEN_LINES)) {
            log.warn("A message in {} was ignored: {} ({} such in all)", topic, why, unreadable.get());
        }
    }

    /// Begins to read.
    ///
    /// @param fromBegin topics of which all is read that there is
    /// @param fromEnd topics of which only what comes from now on is read
    /// @throws RuntimeException if the broker does not answer, or has no such topics
    public Reading read(List<String> fromBegin, List<String> fromEnd) {
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(access.consumer("tcn-" + sender));
        try {
            List<TopicPartition> begin = partitions(consumer, fromBegin);
            List<TopicPartition> end = partitions(consumer, fromEnd);
            List<TopicPartition> all = new ArrayList<>(begin);
            all.addAll(end);
            consumer.assign(all);
            consumer.seekToBeginning(begin);
            // Fixed now, and not at the first poll.
            consumer.endOffsets(end).forEach(consumer::seek);
            return new Reading(consumer, all);
        } catch (RuntimeException failure) {
            consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
            throw failure;
        }
    }

    private static List<TopicPartition> partitions(KafkaConsumer<String, byte[]> consumer, List<String> topics) {
        List<TopicPartition> found = new ArrayList<>();
        for (String topic : topics) {
            List<PartitionInfo> partitions = consumer.partitionsFor(topic);
            if (partitions == null || partitions.isEmpty()) {
                throw new IllegalStateException("the broker has no topic " + topic);
            }
            partitions.forEach(each -> found.add(new TopicPartition(topic, each.partition())));
        }
        return found;
    }

    /// Reads topics; used by one thread.
    public final class Reading implements AutoCloseable {
        private final KafkaConsumer<String, byte[]> consumer;
        private final List<TopicPartition> partitions;

        private Reading(KafkaConsumer<String, byte[]> consumer, List<TopicPartition> partitions) {
            this.consumer = consumer;
            this.partitions = List.copyOf(partitions);
        }

        /// What has come, in the order of each partition.
        ///
        /// @param refused hears of a message of another protocol: who sent it, and why it was not read
        public List<Received> poll(Duration wait, java.util.function.BiConsumer<String, String> refused) {
            ConsumerRecords<String, byte[]> records = consumer.poll(wait);
            List<Received> received = new ArrayList<>(records.count());
            for (ConsumerRecord<String, byte[]> record : records) {
                byte[] value = record.value() == null ? new byte[0] : record.value();
                try {
                    received.add(new Received(record.topic(), wire.read(record.topic(), protocol(record), value)));
                } catch (UnreadableMessageException unusable) {
                    String why = String.valueOf(unusable.getMessage());
                    countUnreadable(record.topic(), why);
                    if (protocol(record) >= 0 && protocol(record) != Message.PROTOCOL) {
                        refused.accept(sender(record), why);
                    }
                }
            }
            return received;
        }

        /// Where the partitions end now.
        public Map<TopicPartition, Long> ends() {
            return consumer.endOffsets(partitions);
        }

        /// Whether all before these ends was read.
        public boolean isPast(Map<TopicPartition, Long> ends) {
            return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        }

        @Override
        public void close() {
            consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(CLOSE));
        }
    }

    private static int protocol(ConsumerRecord<String, byte[]> record) {
        Header header = record.headers().lastHeader(PROTOCOL_HEADER);
        if (header == null || header.value() == null || header.value().length > 9) {
            return -1;
        }
        try {
            return Integer.parseUnsignedInt(new String(header.value(), StandardCharsets.US_ASCII));
        } catch (NumberFormatException rogue) {
            return -1;
        }
    }

    private static String sender(ConsumerRecord<String, byte[]> record) {
        Header header = record.headers().lastHeader(SENDER_HEADER);
        if (header == null || header.value() == null || header.value().length > 300) {
            return "somebody";
        }
        return io.tcn.agent.SafeText.of(new String(header.value(), StandardCharsets.UTF_8));
    }

    /// The innermost cause, in a line, and what to set where that is known.
    public static String words(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName()
                + (root.getMessage() == null ? "" : ": " + root.getMessage())
                + KafkaTrouble.remedy(failure);
    }

    @Override
    public void close() {
        KafkaProducer<String, byte[]> known;
        synchronized (lock) {
            closed = true;
            known = made;
        }
        if (known != null) {
            known.close(CLOSE);
        }
    }
}
