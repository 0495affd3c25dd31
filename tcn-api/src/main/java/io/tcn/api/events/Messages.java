// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import io.tcn.api.runtime.Submissions;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.outbox.OutboxRow;
import io.tcn.api.store.outbox.WhenMessagesAreOn;
import java.nio.charset.StandardCharsets;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// From a row of the outbox to the text that goes to a topic.
@Component
@WhenMessagesAreOn
class Messages {
    private final JsonMapper mapper;
    private final String prefix;
    private final String endpnt;
    private final long maxBytes;

    Messages(JsonMapper mapper, TcnProperties properties, Submissions submissions) {
        TcnProperties.Kafka kafka = properties.events().kafka();
        this.mapper = mapper;
        this.prefix = kafka.topicPrefix();
        this.endpnt = StringUtils.hasText(kafka.endpnt()) ? kafka.endpnt() : submissions.host();
        this.maxBytes = kafka.maxMessage().toBytes();
    }

    /// A message that can never be sent; the text says why.
    static final class UnsendableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnsendableException(String message) {
            super(message);
        }
    }

    /// A message ready to be sent.
    ///
    /// @param seq number of its row
    /// @param topic where it goes
    /// @param key the transfer's number: messages of a transfer keep their order
    /// @param json its content
    record Message(long seq, String topic, String key, String json) {}

    /// @throws UnsendableException if it cannot be written or is too long
    Message message(OutboxRow row) throws UnsendableException {
        OutboxRow.FileFacts file = row.file();
        if (file == null) {
            throw new UnsendableException("its transfer is not in the store any more");
        }
        String json;
        try {
            json = mapper.writeValueAsString(content(row, MessageSubject.of(row, file, endpnt, mapper)));
        } catch (IllegalArgumentException | JacksonException unwritable) {
            throw new UnsendableException("it cannot be written: " + unwritable.getMessage());
        }
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > maxBytes) {
            throw new UnsendableException("it has " + bytes + " bytes, at most " + maxBytes + " are sent");
        }
        return new Message(row.seq(), topic(row), Long.toString(row.transfer()), json);
    }

    private static ObjectNode content(OutboxRow row, MessageSubject subject) {
        return switch (row.kind()) {
            case START -> StartMessage.of(subject);
            case COMPLETE -> CompleteMessage.of(subject);
            case STATE -> StateMessage.of(subject);
        };
    }

    private String topic(OutboxRow row) {
        return prefix
                + switch (row.kind()) {
                    case START -> "fts_monitoring_start";
                    case COMPLETE -> "fts_monitoring_complete";
                    case STATE -> "fts_monitoring_state";
                };
    }
}
