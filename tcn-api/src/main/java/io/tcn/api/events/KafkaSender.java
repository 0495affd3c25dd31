// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import io.tcn.api.events.Messages.Message;
import io.tcn.api.loop.Failures;
import io.tcn.api.runtime.TcnProperties;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/// Sends batches of messages to Kafka and waits for the acknowledgement of all replicas. A producer that has
/// failed is thrown away, so that nothing of a failed batch can arrive after what is sent next. Used by one
/// thread; [#close] may come from another.
final class KafkaSender implements AutoCloseable {
    /// Header with the id of a message: its number in the outbox and the outbox's own id.
    static final String ID_HEADER = "tcn-id";

    private static final Duration AT_ONCE = Duration.ZERO;

    private final Map<String, Object> settings;
    private final String origin;
    private final Object lock = new Object();
    private @Nullable KafkaProducer<String, String> producer;
    private boolean closed;

    KafkaSender(TcnProperties.Kafka kafka, String origin) {
        this.settings = settings(kafka);
        this.origin = origin;
    }

    /// What became of a batch.
    ///
    /// @param sent messages that the broker has, from the first on without a gap
    /// @param refused the message after those that can never be sent, null if there is none
    /// @param error why not all were sent, null if all were
    record Outcome(
            int sent, @Nullable Message refused, @Nullable String error) {}

    private static Map<String, Object> settings(TcnProperties.Kafka kafka) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "tcn");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 30_000);
        settings.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 5_000);
        // The key, the header and the frame of the record come on top.
        settings.put(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Math.toIntExact(kafka.maxMessage().toBytes() + 10_000));
        settings.putAll(kafka.properties());
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, Objects.requireNonNull(kafka.bootstrapServers()));
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        return settings;
    }

    /// Sends messages in their order and waits until each has arrived or one has failed.
    Outcome send(List<Message> messages) throws InterruptedException {
        List<Future<RecordMetadata>> futures = new ArrayList<>(messages.size());
        try {
            KafkaProducer<String, String> open = producer();
            for (Message message : messages) {
                Future<RecordMetadata> future = open.send(record(message));
                futures.add(future);
                if (future.state() == Future.State.FAILED) {
                    break;
                }
            }
            open.flush();
        } catch (RuntimeException failure) {
            return failed(messages, futures, failure);
        } catch (Error broken) {
            drop();
            throw broken;
        }
        return outcome(messages, futures);
    }

    private Outcome outcome(List<Message> messages, List<Future<RecordMetadata>> futures) throws InterruptedException {
        for (int i = 0; i < futures.size(); i++) {
            try {
                futures.get(i).get();
            } catch (ExecutionException failure) {
                Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                drop();
                boolean hopeless = cause instanceof RecordTooLargeException || cause instanceof SerializationException;
                return new Outcome(i, hopeless ? messages.get(i) : null, Failures.cause(cause));
            }
        }
        return new Outcome(futures.size(), null, null);
    }

    /// The producer itself failed: what it had acknowledged until then is counted.
    private Outcome failed(List<Message> messages, List<Future<RecordMetadata>> futures, Exception failure)
            throws InterruptedException {
        drop();
        Outcome soFar = outcome(messages, futures);
        return soFar.error() == null ? new Outcome(soFar.sent(), null, Failures.cause(failure)) : soFar;
    }

    private ProducerRecord<String, String> record(Message message) {
        ProducerRecord<String, String> record = new ProducerRecord<>(message.topic(), message.key(), message.json());
        record.headers().add(ID_HEADER, (message.seq() + "@" + origin).getBytes(StandardCharsets.US_ASCII));
        return record;
    }

    private KafkaProducer<String, String> producer() {
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException("sending has stopped");
            }
            if (producer == null) {
                producer = new KafkaProducer<>(settings);
            }
            return producer;
        }
    }

    private void drop() {
        synchronized (lock) {
            if (producer != null) {
                producer.close(AT_ONCE);
                producer = null;
            }
        }
    }

    /// Gives up what is under way, at once: it stays in the outbox.
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
        }
        drop();
    }
}
