// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON as ALTO's messages have it: UTF-8, no repeated member, nothing behind the value, at most 64 levels and
/// 64 MiB, less in a small heap. Numbers too large for a double become infinite and count as not known; NaN is not
/// JSON.
public final class Json {
    /// Largest body, in bytes.
    public static final int MAX_BYTES = HeapShare.bytes(64 << 20);

    static final int MAX_DEPTH = 64;
    private static final int MAX_NUMBER_CHARS = 400;
    private static final int MAX_NAME_CHARS = 4096;

    /// A tree costs some fifty bytes a token, a stream none.
    private static final long MAX_TREE_TOKENS =
            HeapShare.tokens(4_000_000, Runtime.getRuntime().maxMemory());

    private static final long MAX_STREAM_TOKENS = 40_000_000;
    private static final JsonFactory FACTORY = factory(MAX_STREAM_TOKENS);
    private static final JsonMapper MAPPER = JsonMapper.builder(factory(MAX_TREE_TOKENS))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /// Reads from the middle of a document, where more tokens follow.
    private static final ObjectReader SUBTREES =
            MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    private static JsonFactory factory(long maxTokens) {
        return JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxDocumentLength(MAX_BYTES)
                        .maxTokenCount(maxTokens)
                        .maxNumberLength(MAX_NUMBER_CHARS)
                        .maxNameLength(MAX_NAME_CHARS)
                        .maxStringLength(MAX_BYTES)
                        .build())
                .build();
    }

    /// Reads a value.
    ///
    /// @throws AltoFormatException if it is not JSON, or breaks a bound
    public static JsonNode read(byte[] body) throws AltoFormatException {
        check(body);
        JsonNode node;
        try {
            node = MAPPER.readTree(body);
        } catch (JacksonException broken) {
            throw broken(broken);
        }
        if (node == null || node.isMissingNode()) {
            throw new AltoFormatException(InvalidReason.JSON, "empty body");
        }
        return node;
    }

    /// Reads a value that must be an object.
    ///
    /// @throws AltoFormatException if it is not JSON, breaks a bound, or is no object
    public static ObjectNode readObject(byte[] body) throws AltoFormatException {
        return object(read(body));
    }

    static ObjectNode object(JsonNode node) throws AltoFormatException {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new AltoFormatException(InvalidReason.JSON_TYPE, "body is no object");
    }

    /// Writes a value, on one line.
    public static byte[] write(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    /// Makes nodes.
    public static JsonNodeFactory nodes() {
        return JsonNodeFactory.instance;
    }

    /// An empty object.
    public static ObjectNode newObject() {
        return JsonNodeFactory.instance.objectNode();
    }

    /// The value that begins at the parser's token, as a tree; the parser is left on its last token.
    static JsonNode subtree(JsonParser parser) {
        return SUBTREES.readTree(parser);
    }

    static JsonParser parser(byte[] body) throws AltoFormatException {
        check(body);
        return FACTORY.createParser(ObjectReadContext.empty(), body);
    }

    /// The parser would guess UTF-16 and UTF-32 from zero bytes and marks: bodies are UTF-8 (RFC 8259 §8.1).
    private static void check(byte[] body) throws AltoFormatException {
        if (body.length > MAX_BYTES) {
            throw new AltoFormatException(InvalidReason.TOO_LARGE, "body of " + body.length + " bytes");
        }
        boolean wide =
                body.length >= 2 && (body[0] == 0 || body[1] == 0 || body[0] == (byte) 0xFE || body[0] == (byte) 0xFF);
        if (wide) {
            throw new AltoFormatException(InvalidReason.JSON, "not UTF-8");
        }
    }

    /// The parser's own words hold pieces of the body: only the place is kept.
    static AltoFormatException broken(JacksonException cause) {
        String place = cause.getLocation() == null
                ? ""
                : " at line " + cause.getLocation().getLineNr() + ", column "
                        + cause.getLocation().getColumnNr();
        return new AltoFormatException(InvalidReason.JSON, "not JSON, or breaks a bound of it," + place);
    }
}
