// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;

class KafkaLinkTest {
    /// A client that is not installed as a whole.
    public static final class HalfInstalled implements ProducerInterceptor<String, byte[]> {
        @Override
        public ProducerRecord<String, byte[]> onSend(ProducerRecord<String, byte[]> message) {
            throw new NoClassDefFoundError("a class is missing");
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception failure) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> settings) {}
    }

    /// Whoever sends keeps what is not sent: thrown away with the error it would be told to nobody.
    @Test
    void aSenderHearsOfAnErrorAsOfAnyOtherFailure() {
        KafkaAccess access = new KafkaAccess(
                "127.0.0.1:9", Map.of(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, HalfInstalled.class.getName()));
        List<Exception> heard = new ArrayList<>();
        try (KafkaLink link = new KafkaLink(access, new Wire(Seal.none()), "a")) {
            link.send("topic", null, "key", new Message.Beacon(1, "server", 1, true), failure -> {
                assertThat(failure).isNotNull();
                heard.add(failure);
            });
        }
        assertThat(heard)
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .hasMessageContaining("could not be sent")
                        .hasCauseInstanceOf(NoClassDefFoundError.class));
    }
}
