// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// An object of an answer, read without a complaint: what is missing or of another kind is empty. So an older or
/// newer server is shown as far as it is understood.
public record Row(JsonNode json) {
    /// The objects of an array.
    public static List<Row> all(JsonNode array) {
        List<Row> rows = new ArrayList<>();
        array.values().forEach(json -> rows.add(new Row(json)));
        return rows;
    }

    /// Text of a member, as it would be written; empty if it is missing or null.
    public String text(String key) {
        return plain(json.path(key));
    }

    /// A value as text.
    public static String plain(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (value.isString()) {
            return value.stringValue();
        }
        if (value.isNumber()) {
            return number(value.doubleValue());
        }
        return value.toString();
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    /// Whether a member has a value.
    public boolean has(String key) {
        return json.hasNonNull(key);
    }

    /// Whether a member is true.
    public boolean is(String key) {
        return json.path(key).isBoolean() && json.path(key).booleanValue();
    }

    /// A number; 0 if it is none.
    public double number(String key) {
        return json.path(key).isNumber() ? json.path(key).doubleValue() : 0;
    }

    /// An object of this one; an empty one if it is missing.
    public Row row(String key) {
        return new Row(json.path(key));
    }

    /// The objects of an array of this one.
    public List<Row> rows(String key) {
        return all(json.path(key));
    }

    /// The texts of an array of this one.
    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        json.path(key).values().forEach(value -> texts.add(plain(value)));
        return texts;
    }
}
