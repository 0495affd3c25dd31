// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads a part of a submission as a tree of limited size: a tree takes many times the memory of its text.
final class BoundedTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser in;
    private final String place;
    private int left;

    private BoundedTree(JsonParser in, String place, int most) {
        this.in = in;
        this.place = place;
        this.left = most;
    }

    /// The value at which the parser stands.
    ///
    /// @param place where it is, for refusals
    /// @param most values within it, itself included
    /// @throws FtsException 413 if there are more
    static JsonNode read(JsonParser in, String place, int most) {
        return new BoundedTree(in, place, most).value();
    }

    private JsonNode value() {
        if (--left < 0) {
            throw new FtsException(413, place + " has too many parts");
        }
        JsonToken token = in.currentToken();
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> NODES.stringNode(in.getString());
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> decimal();
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw FtsException.badRequest(place + " is no JSON value");
        };
    }

    private JsonNode integer() {
        return switch (in.getNumberType()) {
            case INT -> NODES.numberNode(in.getIntValue());
            case LONG -> NODES.numberNode(in.getLongValue());
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> NODES.numberNode(in.getBigIntegerValue());
        };
    }

    private JsonNode decimal() {
        double number = in.getDoubleValue();
        if (Double.isInfinite(number)) {
            throw FtsException.badRequest(place + " holds a number that is too large");
        }
        return NODES.numberNode(number);
    }

    private ObjectNode object() {
        ObjectNode object = NODES.objectNode();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String key = in.currentName();
            in.nextToken();
            object.set(key, value());
        }
        return object;
    }

    private ArrayNode array() {
        ArrayNode array = NODES.arrayNode();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            array.add(value());
        }
        return array;
    }
}
