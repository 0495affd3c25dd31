// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A column of a table.
///
/// @param key its name in addresses and files
/// @param title its name for people
/// @param unit what its values are
/// @param value of a row; null: there is none
/// @param link where a row's value leads to, null: nowhere
/// @param tone how a row's value is coloured: `good`, `warn`, `bad` or empty
record Column<T>(
        String key,
        String title,
        Unit unit,
        Function<T, @Nullable Object> value,
        Function<T, @Nullable String> link,
        Function<T, String> tone) {
    static <T> Column<T> of(String key, String title, Unit unit, Function<T, @Nullable Object> value) {
        return new Column<>(key, title, unit, value, row -> null, row -> "");
    }

    Column<T> to(Function<T, @Nullable String> target) {
        return new Column<>(key, title, unit, value, target, tone);
    }

    Column<T> toned(Function<T, String> newTone) {
        return new Column<>(key, title, unit, value, link, newTone);
    }
}
