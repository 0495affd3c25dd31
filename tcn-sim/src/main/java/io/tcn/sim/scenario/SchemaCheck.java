// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks JSON against a JSON Schema and complains in words that a person can act on. It knows the keywords that
/// our schema uses: `$ref` to its own definitions, `type`, `properties`, `required`, `additionalProperties`,
/// `items`, `enum`, `const`, the limits of numbers, texts and lists, and `oneOf` of two kinds: alternatives of
/// different types, and alternatives that require one key each.
final class SchemaCheck {
    private final JsonNode root;
    private final Complaints complaints;

    SchemaCheck(JsonNode root, Complaints complaints) {
        this.root = root;
        this.complaints = complaints;
    }

    /// Checks a whole document.
    void check(JsonNode value) {
        check(value, root, "");
    }

    /// Checks a value against one of the schema's definitions.
    void checkDefinition(JsonNode value, String definition, String pointer) {
        check(value, root.at("/$defs/" + definition), pointer);
    }

    private JsonNode resolved(JsonNode schema) {
        JsonNode ref = schema.get("$ref");
        return ref == null ? schema : root.at(ref.stringValue().substring(1));
    }

    private void check(JsonNode value, JsonNode given, String pointer) {
        JsonNode schema = resolved(given);
        if (hasTypedAlternatives(schema)) {
            alternative(value, schema, pointer).ifPresent(chosen -> check(value, chosen, pointer));
            return;
        }
        if (schema.get("enum") != null) {
            checkEnum(value, schema.get("enum"), pointer);
            return;
        }
        if (schema.get("type") != null && !isOfType(value, schema.get("type"))) {
            complain(pointer, "this is " + shown(value) + ", not " + typesOf(schema), meaning(schema));
            return;
        }
        if (value.isObject()) {
            checkObject(value, schema, pointer);
        } else if (value.isArray()) {
            checkArray(value, schema, pointer);
        } else if (value.isNumber()) {
            checkNumber(value, schema, pointer);
        } else if (value.isString()
                && schema.get("minLength") != null
                && value.stringValue().length() < schema.get("minLength").intValue()) {
            complain(pointer, "this is empty", "give a text that is not empty");
        }
    }

    private static boolean hasTypedAlternatives(JsonNode schema) {
        JsonNode alternatives = schema.get("oneOf");
        return alternatives != null
                && (alternatives.get(0).get("type") != null
                        || alternatives.get(0).get("const") != null);
    }

    private Optional<JsonNode> alternative(JsonNode value, JsonNode schema, String pointer) {
        List<String> allowed = new ArrayList<>();
        for (JsonNode given : schema.get("oneOf")) {
            JsonNode alternative = resolved(given);
            JsonNode only = alternative.get("const");
            if (only == null ? isOfType(value, alternative.get("type")) : only.equals(value)) {
                return Optional.of(alternative);
            }
            allowed.add(only == null ? typesOf(alternative) : only.toString());
        }
        complain(pointer, "this is " + shown(value) + ", not " + String.join(" or ", allowed), meaning(schema));
        return Optional.empty();
    }

    private void checkEnum(JsonNode value, JsonNode allowed, String pointer) {
        List<String> words = new ArrayList<>();
        for (JsonNode word : allowed) {
            if (word.equals(value)) {
                return;
            }
            words.add(word.isString() ? word.stringValue() : word.toString());
        }
        complain(pointer, "this is " + shown(value), "use one of " + String.join(", ", words));
    }

    private void checkObject(JsonNode value, JsonNode schema, String pointer) {
        JsonNode known = schema.get("properties");
        JsonNode more = schema.get("additionalProperties");
        List<String> keys = known == null ? List.of() : List.copyOf(known.propertyNames());
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            String key = entry.getKey();
            String place = pointer + "/" + key.replace("~", "~0").replace("/", "~1");
            JsonNode property = known == null ? null : known.get(key);
            if (property != null) {
                check(entry.getValue(), property, place);
            } else if (more != null && more.isObject()) {
                check(entry.getValue(), more, place);
            } else if ((more != null && !more.booleanValue()) || isWithoutUnit(key, keys, value)) {
                complain(place, "the key \"" + key + "\" is not known", KeyHints.remedy(key, keys));
            }
        }
        checkRequired(value, schema, pointer);
        if (schema.get("oneOf") != null) {
            checkExactlyOne(value, schema.get("oneOf"), pointer);
        }
    }

    /// Even where further keys are ignored, one that somebody wrote for a known one is not.
    private static boolean isWithoutUnit(String key, List<String> known, JsonNode object) {
        return KeyHints.withoutUnit(key, known)
                .filter(meant -> object.get(meant) == null)
                .isPresent();
    }

    private void checkRequired(JsonNode value, JsonNode schema, String pointer) {
        JsonNode required = schema.get("required");
        if (required == null) {
            return;
        }
        for (JsonNode key : required) {
            String name = key.stringValue();
            if (value.get(name) == null) {
                JsonNode property = resolved(schema.get("properties").get(name));
                complain(pointer + "/" + name, "this is missing", meaning(property));
            }
        }
    }

    private void checkExactlyOne(JsonNode value, JsonNode alternatives, String pointer) {
        List<String> keys = new ArrayList<>();
        List<String> given = new ArrayList<>();
        for (JsonNode alternative : alternatives) {
            String key = alternative.get("required").get(0).stringValue();
            keys.add(key);
            if (value.get(key) != null) {
                given.add(key);
            }
        }
        if (given.size() != 1) {
            complain(
                    pointer,
                    given.isEmpty()
                            ? "none of " + String.join(", ", keys) + " is given"
                            : String.join(" and ", given) + " are given together",
                    "give exactly one of " + String.join(", ", keys));
        }
    }

    private void checkArray(JsonNode value, JsonNode schema, String pointer) {
        JsonNode least = schema.get("minItems");
        if (least != null && value.size() < least.intValue()) {
            complain(pointer, "there are " + value.size() + " entries", "give at least " + least);
        }
        JsonNode items = schema.get("items");
        if (items != null) {
            for (int i = 0; i < value.size(); i++) {
                check(value.get(i), items, pointer + "/" + i);
            }
        }
    }

    private void checkNumber(JsonNode value, JsonNode schema, String pointer) {
        double number = number(value);
        List<String> limits = new ArrayList<>();
        boolean kept = Double.isFinite(number);
        JsonNode limit = schema.get("minimum");
        if (limit != null) {
            limits.add("at least " + limit);
            kept &= number >= number(limit);
        }
        limit = schema.get("exclusiveMinimum");
        if (limit != null) {
            limits.add("more than " + limit);
            kept &= number > number(limit);
        }
        limit = schema.get("maximum");
        if (limit != null) {
            limits.add("at most " + limit);
            kept &= number <= number(limit);
        }
        if (!kept) {
            complain(
                    pointer,
                    "this must be " + (limits.isEmpty() ? "a finite number" : String.join(" and ", limits))
                            + ", given was " + value,
                    meaning(schema));
        }
    }

    private static boolean isOfType(JsonNode value, @Nullable JsonNode type) {
        if (type == null) {
            return true;
        }
        if (type.isArray()) {
            for (JsonNode one : type) {
                if (isOfType(value, one)) {
                    return true;
                }
            }
            return false;
        }
        return switch (type.stringValue()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            case "number" -> value.isNumber();
            // 2e12 is a whole number, however it is written.
            case "integer" ->
                value.isNumber() && Math.rint(number(value)) == number(value) && Math.abs(number(value)) < 9.2e18;
            default -> throw new IllegalStateException("the schema names the type " + type);
        };
    }

    /// Infinite if it is too large for a double.
    private static double number(JsonNode value) {
        return value.numberValue().doubleValue();
    }

    private static String typesOf(JsonNode schema) {
        JsonNode type = schema.get("type");
        if (type.isArray()) {
            return nameOf(type.get(0).stringValue());
        }
        return nameOf(type.stringValue());
    }

    private static String nameOf(String type) {
        return switch (type) {
            case "object" -> "an object {...}";
            case "array" -> "a list [...]";
            case "string" -> "a text";
            case "boolean" -> "true or false";
            case "integer" -> "a whole number";
            default -> "a " + type;
        };
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    /// What a place is for, in the words of the schema: that is the remedy for nearly everything.
    private static String meaning(JsonNode schema) {
        JsonNode text = schema.get("description");
        return text == null ? "see docs/scenarios.md" : text.stringValue().replaceFirst("\\.$", "");
    }

    private void complain(String pointer, String problem, String remedy) {
        complaints.add(pointer, problem, remedy);
    }
}
