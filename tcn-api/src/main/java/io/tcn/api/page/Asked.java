// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The address that a browser has asked for: path and query, which hold the whole state of the page.
///
/// @param path such as `/ui/pipes`
/// @param query by key; of a key that comes twice the first value
record Asked(String path, Map<String, String> query) {
    private static final int LONGEST = 2000;

    static Asked of(HttpServletRequest request) {
        Map<String, String> query = new TreeMap<>();
        request.getParameterMap().forEach((key, values) -> {
            if (values.length > 0 && key.length() < 100) {
                query.put(key, values[0].length() > LONGEST ? values[0].substring(0, LONGEST) : values[0]);
            }
        });
        return new Asked(request.getRequestURI(), query);
    }

    String get(String key) {
        return query.getOrDefault(key, "").strip();
    }

    /// The value that is given if it is one of those that there are, else another one.
    String among(Set<String> known, String key, String byDefault) {
        String given = get(key);
        return known.contains(given) ? given : byDefault;
    }

    boolean has(String key) {
        return !get(key).isEmpty();
    }

    int number(String key, int byDefault) {
        try {
            return Math.clamp(Integer.parseInt(get(key)), 1, 1_000_000);
        } catch (NumberFormatException none) {
            return byDefault;
        }
    }

    /// The same with other values; empty ones go.
    String with(Map<String, String> changes) {
        Map<String, String> changed = new TreeMap<>(query);
        changed.putAll(changes);
        return Urls.of(path, changed);
    }

    String here() {
        return Urls.of(path, query);
    }
}
