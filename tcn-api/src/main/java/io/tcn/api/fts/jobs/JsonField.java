// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;

/// One key of a JSON object and how its value is written. Objects are written key by key: a list of a million jobs
/// makes no maps.
///
/// @param key the key, encoded once
/// @param writer writes the value
/// @param <T> what the object shows
record JsonField<T>(SerializedString key, Writer<T> writer) {
    private JsonField(String name, Writer<T> writer) {
        this(new SerializedString(name), writer);
    }

    String name() {
        return key.getValue();
    }

    /// Writes one value.
    @FunctionalInterface
    interface Writer<T> {
        void write(JsonGenerator out, T shown);
    }

    /// Finds a text.
    @FunctionalInterface
    interface Text<T> {
        @Nullable
        String of(T shown);
    }

    /// Finds a number or a truth value.
    @FunctionalInterface
    interface Value<T> {
        @Nullable
        Object of(T shown);
    }

    static <T> JsonField<T> text(String name, Text<T> text) {
        return new JsonField<>(name, (out, shown) -> {
            String value = text.of(shown);
            if (value == null) {
                out.writeNull();
            } else {
                out.writeString(value);
            }
        });
    }

    static <T> JsonField<T> value(String name, Value<T> value) {
        return new JsonField<>(name, (out, shown) -> {
            switch (value.of(shown)) {
                case null -> out.writeNull();
                case Integer number -> out.writeNumber(number);
                case Long number -> out.writeNumber(number);
                case Double number -> out.writeNumber(number);
                case Boolean truth -> out.writeBoolean(truth);
                case Object other -> throw new IllegalStateException("cannot write " + other.getClass());
            }
        });
    }

    /// A value that is JSON text already: it was written by this server.
    static <T> JsonField<T> json(String name, Text<T> text) {
        return new JsonField<>(name, (out, shown) -> {
            String value = text.of(shown);
            if (value == null) {
                out.writeNull();
            } else {
                out.writeRawValue(value);
            }
        });
    }

    static <T> JsonField<T> alwaysNull(String name) {
        return new JsonField<>(name, (out, shown) -> out.writeNull());
    }

    void write(JsonGenerator out, T shown) {
        out.writeName(key);
        writer.write(out, shown);
    }
}
