// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Addresses within the page. Whatever comes from elsewhere is a value of the query, never a part of the path.
final class Urls {
    static final String ROOT = "/ui";

    private Urls() {}

    static String of(String path, String key, Object value) {
        return of(path, Map.of(key, value.toString()));
    }

    /// @param query in the order of the keys; what is empty is left out
    static String of(String path, Map<String, String> query) {
        String text = new TreeMap<>(query)
                .entrySet().stream()
                        .filter(entry -> !entry.getValue().isEmpty())
                        .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                        .collect(Collectors.joining("&"));
        return text.isEmpty() ? path : path + "?" + text;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static String pipe(Object id) {
        return of(ROOT + "/pipe", "id", id);
    }

    static String user(Object id) {
        return of(ROOT + "/user", "id", id);
    }

    static String resource(Object id) {
        return of(ROOT + "/resource", "id", id);
    }

    static String group(Object id) {
        return of(ROOT + "/group", "id", id);
    }

    static String job(Object id) {
        return of(ROOT + "/job", "id", id);
    }

    static String transfer(Object id) {
        return of(ROOT + "/transfer", "id", id);
    }
}
