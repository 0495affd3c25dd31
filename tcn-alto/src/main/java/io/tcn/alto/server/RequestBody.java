// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A JSON object of a request, or one inside it: gives the members by type and names the full path of a wrong one
/// (RFC 7285 §8.5.2). Members that nobody asks for are passed over (RFC 7285 §8.3.7).
final class RequestBody {
    private static final int DEPTH = 64;
    private static final JsonMapper READER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final ObjectNode object;
    private final String prefix;

    private RequestBody(ObjectNode object, String prefix) {
        this.object = object;
        this.prefix = prefix;
    }

    /// Reads the body of a request.
    static RequestBody parse(byte @Nullable [] body) throws RequestException {
        if (body == null || body.length == 0) {
            throw RequestException.syntax("the body is empty, a JSON object is needed");
        }
        try {
            if (READER.readTree(body) instanceof ObjectNode object) {
                return new RequestBody(object, "");
            }
        } catch (JacksonException bad) {
            throw RequestException.syntax("line " + bad.getLocation().getLineNr() + " column "
                    + bad.getLocation().getColumnNr() + ": " + firstLine(bad.getOriginalMessage()));
        }
        throw RequestException.syntax("line 1 column 1: the body is no JSON object");
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "no JSON" : message.lines().findFirst().orElse("no JSON");
    }

    /// The object as such.
    ObjectNode tree() {
        return object;
    }

    /// The full path of a member.
    String path(String member) {
        return prefix + member;
    }

    boolean has(String member) {
        return object.has(member);
    }

    RequestBody object(String member) throws RequestException {
        return findObject(member).orElseThrow(() -> RequestException.missing(path(member)));
    }

    Optional<RequestBody> findObject(String member) throws RequestException {
        JsonNode node = object.get(member);
        if (node == null) {
            return Optional.empty();
        }
        if (node instanceof ObjectNode inner) {
            return Optional.of(new RequestBody(inner, path(member) + "/"));
        }
        throw RequestException.type(path(member));
    }

    /// The members of this object, which are objects each.
    Map<String, RequestBody> objects() throws RequestException {
        Map<String, RequestBody> members = new LinkedHashMap<>();
        for (String name : object.propertyNames()) {
            members.put(name, object(name));
        }
        return members;
    }

    String string(String member) throws RequestException {
        return findString(member).orElseThrow(() -> RequestException.missing(path(member)));
    }

    Optional<String> findString(String member) throws RequestException {
        JsonNode node = object.get(member);
        if (node == null) {
            return Optional.empty();
        }
        if (!node.isString()) {
            throw RequestException.type(path(member));
        }
        return Optional.of(node.stringValue());
    }

    boolean flag(String member, boolean ifAbsent) throws RequestException {
        JsonNode node = object.get(member);
        if (node == null) {
            return ifAbsent;
        }
        if (!node.isBoolean()) {
            throw RequestException.type(path(member));
        }
        return node.booleanValue();
    }

    List<String> strings(String member) throws RequestException {
        return findStrings(member).orElseThrow(() -> RequestException.missing(path(member)));
    }

    /// A list of strings. An element of another type is a wrong value of the list (RFC 7285 §8.5.2).
    Optional<List<String>> findStrings(String member) throws RequestException {
        JsonNode node = object.get(member);
        if (node == null) {
            return Optional.empty();
        }
        return Optional.of(strings(node, path(member)));
    }

    private static List<String> strings(JsonNode node, String path) throws RequestException {
        if (!node.isArray()) {
            throw RequestException.type(path);
        }
        List<String> all = new ArrayList<>(node.size());
        for (JsonNode element : node.values()) {
            if (!element.isString()) {
                throw RequestException.value(path, element.toString());
            }
            all.add(element.stringValue());
        }
        return all;
    }

    /// A list of lists of strings.
    List<List<String>> stringLists(String member) throws RequestException {
        List<List<String>> all = new ArrayList<>();
        for (JsonNode element : array(member)) {
            if (!element.isArray()) {
                throw RequestException.value(path(member), element.toString());
            }
            all.add(strings(element, path(member)));
        }
        return all;
    }

    /// A list of objects.
    List<RequestBody> objectList(String member) throws RequestException {
        List<RequestBody> all = new ArrayList<>();
        for (JsonNode element : array(member)) {
            if (!(element instanceof ObjectNode inner)) {
                throw RequestException.value(path(member), element.toString());
            }
            all.add(new RequestBody(inner, path(member) + "/"));
        }
        return all;
    }

    private Iterable<JsonNode> array(String member) throws RequestException {
        JsonNode node = object.get(member);
        if (node == null) {
            throw RequestException.missing(path(member));
        }
        if (!node.isArray()) {
            throw RequestException.type(path(member));
        }
        return node.values();
    }
}
