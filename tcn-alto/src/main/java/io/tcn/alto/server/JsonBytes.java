// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes JSON as bytes. Large parts are streamed, so that no tree of them is ever built.
final class JsonBytes {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY).build();

    private static final JsonMapper CANONICAL =
            JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    /// Largest integer up to which doubles are exact.
    private static final double EXACT = 1L << 53;

    /// Writes one JSON value.
    @FunctionalInterface
    interface Content {
        void write(JsonGenerator out);
    }

    private JsonBytes() {}

    static byte[] write(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            content.write(out);
        }
        return bytes.toByteArray();
    }

    static byte[] of(JsonNode tree) {
        return MAPPER.writeValueAsBytes(tree);
    }

    /// One form for equal trees: members in order.
    static byte[] canonical(JsonNode tree) {
        return CANONICAL.writeValueAsBytes(tree);
    }

    static JsonNode tree(byte[] json) {
        return MAPPER.readTree(json);
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /// The form of every answer of ALTO: `meta` and one member with the data.
    static byte[] answer(ObjectNode meta, String member, byte[] data) {
        byte[] head = ("{\"meta\":" + meta + ",\"" + member + "\":").getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[head.length + data.length + 1];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(data, 0, all, head.length, data.length);
        all[all.length - 1] = '}';
        return all;
    }

    /// A version tag (RFC 7285 §10.3).
    static ObjectNode versionTag(String resourceId, String tag) {
        return object().put("resource-id", resourceId).put("tag", tag);
    }

    /// Whole numbers without a point and an exponent.
    static void number(JsonGenerator out, double value) {
        if (isWhole(value)) {
            out.writeNumber((long) value);
        } else {
            out.writeNumber(value);
        }
    }

    private static void put(ObjectNode object, String name, Object value) {
        switch (value) {
            case Double number when isWhole(number) -> object.put(name, number.longValue());
            case Double number -> object.put(name, number);
            default -> object.put(name, value.toString());
        }
    }

    private static boolean isWhole(double value) {
        return Math.abs(value) <= EXACT && Math.rint(value) == value;
    }

    /// Writes properties of an entity; numbers are `Double`, all else is text.
    static void write(JsonGenerator out, Map<String, Object> properties) {
        out.writeStartObject();
        properties.forEach((name, value) -> {
            out.writeName(name);
            if (value instanceof Double number) {
                number(out, number);
            } else {
                out.writeString(value.toString());
            }
        });
        out.writeEndObject();
    }

    /// What a merge patch says of an entity whose properties have changed.
    static ObjectNode patch(Map<String, Object> before, Map<String, Object> after) {
        ObjectNode patch = object();
        before.keySet().forEach(name -> {
            if (!after.containsKey(name)) {
                patch.putNull(name);
            }
        });
        after.forEach((name, value) -> {
            if (!value.equals(before.get(name))) {
                put(patch, name, value);
            }
        });
        return patch;
    }
}
