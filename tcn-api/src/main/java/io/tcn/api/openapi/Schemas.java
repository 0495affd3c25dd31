// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// JSON Schemas (2020-12) of records: each record is a component under its simple name, without `Answer`.
final class Schemas {
    private static final String SUFFIX = "Answer";
    private static final String REF = "#/components/schemas/";
    private static final Map<Class<?>, Map<String, Object>> SIMPLE = Map.ofEntries(
            Map.entry(String.class, Map.of("type", "string")),
            Map.entry(Instant.class, Map.of("type", "string", "format", "date-time")),
            Map.entry(long.class, Map.of("type", "integer", "format", "int64")),
            Map.entry(Long.class, Map.of("type", "integer", "format", "int64")),
            Map.entry(int.class, Map.of("type", "integer", "format", "int32")),
            Map.entry(Integer.class, Map.of("type", "integer", "format", "int32")),
            Map.entry(double.class, Map.of("type", "number", "format", "double")),
            Map.entry(Double.class, Map.of("type", "number", "format", "double")),
            Map.entry(boolean.class, Map.of("type", "boolean")),
            Map.entry(Boolean.class, Map.of("type", "boolean")));

    private final Map<String, Map<String, Object>> components = new TreeMap<>();
    private final Map<String, Class<?>> owners = new TreeMap<>();
    private final Set<Class<?>> bodies = new LinkedHashSet<>();

    /// All records that were met, by name.
    Map<String, Map<String, Object>> components() {
        return components;
    }

    /// The schema of a body: keys that are not known are refused in it.
    Map<String, Object> ofBody(Class<?> type) {
        note(type);
        return of(type, type);
    }

    private void note(Class<?> type) {
        if (bodies.add(type)) {
            for (RecordComponent component : type.getRecordComponents()) {
                noteParts(component.getGenericType());
            }
        }
    }

    private void noteParts(Type type) {
        if (type instanceof Class<?> known && known.isRecord()) {
            note(known);
        } else if (type instanceof ParameterizedType generic) {
            Arrays.stream(generic.getActualTypeArguments()).forEach(this::noteParts);
        }
    }

    /// The schema of a type.
    ///
    /// @param type for messages
    Map<String, Object> of(Class<?> raw, Type type) {
        Map<String, Object> simple = SIMPLE.get(raw);
        if (simple != null) {
            return new TreeMap<>(simple);
        }
        if (raw == Object.class || JsonNode.class.isAssignableFrom(raw)) {
            return new LinkedHashMap<>();
        }
        if (raw.isEnum()) {
            return words(Arrays.stream(raw.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .toList());
        }
        if (raw.isRecord()) {
            return reference(raw);
        }
        if (raw.isSealed()) {
            List<Object> kinds = new ArrayList<>();
            for (Class<?> kind : raw.getPermittedSubclasses()) {
                kinds.add(of(kind, kind));
            }
            return map("anyOf", kinds);
        }
        throw new IllegalStateException("no schema for " + type + ": use records, lists and plain values");
    }

    private static Map<String, Object> words(List<String> words) {
        Map<String, Object> schema = map("type", "string");
        schema.put("enum", words);
        return schema;
    }

    private Map<String, Object> reference(Class<?> type) {
        String name = name(type);
        Class<?> owner = owners.putIfAbsent(name, type);
        if (owner == null) {
            components.put(name, Map.of()); // it may hold itself
            components.put(name, ofRecord(type));
        } else if (owner != type) {
            throw new IllegalStateException(owner + " and " + type + " have one name: " + name);
        }
        return map("$ref", REF + name);
    }

    private static String name(Class<?> type) {
        String name = type.getSimpleName();
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }

    private Map<String, Object> ofRecord(Class<?> type) {
        boolean body = bodies.contains(type);
        Map<String, Object> schema = map("type", "object");
        schema.put("description", about(type, type.getName()).value());
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            About about = about(component, type.getName() + "." + component.getName());
            boolean needed = body ? about.required() : !isLeftOut(component);
            boolean mayBeNull = isNullable(component.getAnnotatedType()) && (body ? !needed : needed);
            Map<String, Object> property = of(component.getAnnotatedType(), about);
            properties.put(component.getName(), described(mayBeNull ? orNull(property) : property, about.value()));
            if (needed) {
                required.add(component.getName());
            }
        }
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (body) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private static About about(AnnotatedElement element, String what) {
        About about = element.getAnnotation(About.class);
        if (about == null) {
            throw new IllegalStateException(what + " has no @About");
        }
        return about;
    }

    /// Whether a key is not there when nothing is known.
    private static boolean isLeftOut(RecordComponent component) {
        JsonInclude ofKey = component.getAccessor().getAnnotation(JsonInclude.class);
        JsonInclude ofRecord = component.getDeclaringRecord().getAnnotation(JsonInclude.class);
        JsonInclude holds = ofKey == null ? ofRecord : ofKey;
        return holds != null
                && holds.value() == JsonInclude.Include.NON_NULL
                && isNullable(component.getAnnotatedType());
    }

    private static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }

    private Map<String, Object> of(AnnotatedType annotated, @Nullable About about) {
        Type type = annotated.getType();
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            AnnotatedType[] parts = ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments();
            if (Collection.class.isAssignableFrom(raw)) {
                Map<String, Object> schema = map("type", "array");
                schema.put("items", part(parts[0], about));
                return schema;
            }
            if (Map.class.isAssignableFrom(raw)) {
                Map<String, Object> schema = map("type", "object");
                schema.put("additionalProperties", part(parts[1], about));
                return schema;
            }
        }
        if (type instanceof Class<?> raw) {
            return limited(of(raw, type), about);
        }
        throw new IllegalStateException("no schema for " + type + ": use records, lists and plain values");
    }

    private Map<String, Object> part(AnnotatedType part, @Nullable About about) {
        Map<String, Object> schema = of(part, about);
        return isNullable(part) ? orNull(schema) : schema;
    }

    /// With what the annotation says of its values.
    static Map<String, Object> limited(Map<String, Object> schema, @Nullable About about) {
        if (about == null) {
            return schema;
        }
        if (about.oneOf().length > 0) {
            schema.put("enum", List.of(about.oneOf()));
        }
        if (about.atLeast() != Long.MIN_VALUE) {
            schema.put("minimum", about.atLeast());
        }
        if (about.atMost() != Long.MAX_VALUE) {
            schema.put("maximum", about.atMost());
        }
        if (!about.format().isEmpty()) {
            schema.put("format", about.format());
        }
        return schema;
    }

    /// The same, or null.
    private static Map<String, Object> orNull(Map<String, Object> schema) {
        if (schema.isEmpty()) {
            return schema;
        }
        if (schema.get("type") instanceof String type) {
            schema.put("type", List.of(type, "null"));
            if (schema.get("enum") instanceof List<?> words) {
                List<@Nullable Object> more = new ArrayList<>(words);
                more.add(null);
                schema.put("enum", Collections.unmodifiableList(more));
            }
            return schema;
        }
        List<Object> kinds = new ArrayList<>();
        if (schema.get("anyOf") instanceof List<?> known) {
            kinds.addAll(known);
        } else {
            kinds.add(schema);
        }
        kinds.add(map("type", "null"));
        return map("anyOf", kinds);
    }

    private static Map<String, Object> described(Map<String, Object> schema, String text) {
        schema.put("description", text);
        return schema;
    }

    /// A map of one entry, to which more may be put.
    static Map<String, Object> map(String key, Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(key, value);
        return map;
    }
}
