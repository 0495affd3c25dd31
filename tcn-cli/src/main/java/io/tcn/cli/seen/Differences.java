// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.seen;

import io.tcn.cli.http.Row;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Share;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What differs between two states of one thing, in words.
public final class Differences {
    private Differences() {}

    /// As in `maxConnections: 8 -> 16`, for each key that differs.
    public static List<String> of(JsonNode before, JsonNode after, Collection<String> keys) {
        List<String> lines = new ArrayList<>();
        for (String key : keys) {
            String old = value(key, before.path(key));
            String fresh = value(key, after.path(key));
            if (!old.equals(fresh)) {
                lines.add(key + ": " + or(old) + " -> " + or(fresh));
            }
        }
        return lines;
    }

    private static String or(String text) {
        return text.isEmpty() ? "none" : text;
    }

    private static String value(String key, @Nullable JsonNode value) {
        if (value != null && value.isNumber()) {
            if (key.endsWith("Bps")) {
                return Rate.inWords(value.doubleValue());
            }
            if (key.endsWith("Share")) {
                return Share.inWords(value.doubleValue());
            }
        }
        return value == null ? "" : Row.plain(value);
    }
}
