// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Messages as bytes and back. What cannot be used is an [UnreadableMessageException], whatever it is.
public final class Wire {
    /// Larger messages are neither made nor read.
    public static final int MOST_BYTES = 900_000;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(20).build())
                    .build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final Seal seal;

    public Wire(Seal seal) {
        this.seal = seal;
    }

    /// @throws IllegalArgumentException if the message is too large
    public byte[] write(String topic, Message message) {
        byte[] bytes = seal.close(topic, JSON.writeValueAsBytes(message));
        if (bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException("a message has " + bytes.length + " bytes, more than " + MOST_BYTES);
        }
        return bytes;
    }

    /// @param protocol what the message's header says, -1 if it has none
    public Message read(String topic, int protocol, byte[] bytes) throws UnreadableMessageException {
        if (protocol != Message.PROTOCOL) {
            throw new UnreadableMessageException(
                    protocol < 0
                            ? "it does not say which protocol it is of"
                            : "it is of protocol " + protocol + ", and this TCN speaks " + Message.PROTOCOL
                                    + ": update the older one");
        }
        if (bytes.length > MOST_BYTES) {
            throw new UnreadableMessageException("it has " + bytes.length + " bytes, more than " + MOST_BYTES);
        }
        try {
            Message message = JSON.readValue(seal.open(topic, bytes), Message.class);
            if (message == null) {
                throw new UnreadableMessageException("it is no message of this protocol");
            }
            return message;
        } catch (JacksonException | IllegalArgumentException | NullPointerException rogue) {
            throw new UnreadableMessageException("it is no message of this protocol");
        }
    }
}
