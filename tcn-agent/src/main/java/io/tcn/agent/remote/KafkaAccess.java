// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// How Kafka is reached.
///
/// @param brokers `HOST:PORT,...`
/// @param properties settings of the Kafka clients, such as `security.protocol` and
///     `ssl.truststore.location`; what TCN must set itself wins
public record KafkaAccess(String brokers, Map<String, String> properties) {
    public KafkaAccess {
        if (brokers.isBlank()) {
            throw new IllegalArgumentException("brokers must be HOST:PORT,...");
        }
        properties = Map.copyOf(properties);
    }

    /// Whether what goes to the broker is encrypted on its way.
    public boolean isEncrypted() {
        String protocol = properties.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "");
        return protocol.toUpperCase(Locale.ROOT).endsWith("SSL");
    }

    private Map<String, Object> common(String client) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, client);
        settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        settings.put(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 500);
        settings.put("enable.metrics.push", false);
        settings.putAll(properties);
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, brokers);
        return settings;
    }

    Map<String, Object> producer(String client) {
        Map<String, Object> settings = common(client);
        settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 2);
        settings.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
        settings.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return settings;
    }

    Map<String, Object> consumer(String client) {
        Map<String, Object> settings = common(client);
        settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 6_000);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        return settings;
    }

    Map<String, Object> admin(String client) {
        return common(client);
    }

    /// Secrets of the client are not shown.
    @Override
    public String toString() {
        return "KafkaAccess[" + brokers + ", properties " + new TreeMap<>(properties).keySet() + "]";
    }
}
