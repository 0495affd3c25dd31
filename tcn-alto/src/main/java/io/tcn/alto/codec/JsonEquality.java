// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Equality of JSON as RFC 6902 §4.6 wants it: numbers by value, so that 20 and 20.0 are equal.
final class JsonEquality {
    private JsonEquality() {}

    static boolean same(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return sameNumber(one, other);
        }
        if (one.getNodeType() != other.getNodeType() || one.size() != other.size()) {
            return false;
        }
        if (one.isObject()) {
            for (Map.Entry<String, JsonNode> member : one.properties()) {
                JsonNode match = other.get(member.getKey());
                if (match == null || !same(member.getValue(), match)) {
                    return false;
                }
            }
            return true;
        }
        if (one.isArray()) {
            for (int i = 0; i < one.size(); i++) {
                if (!same(one.get(i), other.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return one.equals(other);
    }

    private static boolean sameNumber(JsonNode one, JsonNode other) {
        double first = one.numberValue().doubleValue();
        double second = other.numberValue().doubleValue();
        if (!Double.isFinite(first) || !Double.isFinite(second)) {
            return one.equals(other);
        }
        return one.decimalValue().compareTo(other.decimalValue()) == 0;
    }
}
