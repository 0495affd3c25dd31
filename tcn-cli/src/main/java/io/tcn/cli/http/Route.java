// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A path under `/tcn/v1` with its parameters.
public final class Route {
    private static final Pattern NEXT = Pattern.compile("</tcn/v1(/[!-;=?-~]*)>\\s*;\\s*rel=\"next\"");

    private final StringBuilder text = new StringBuilder("/tcn/v1");
    private boolean hasQuery;

    private Route() {}

    /// The next page of a list, empty if there is none. Only the server that was asked can be named.
    ///
    /// @param links headers `Link` (RFC 8288)
    static Optional<Route> next(List<String> links) {
        return links.stream()
                .map(NEXT::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> {
                    Route route = new Route();
                    route.text.append(found.group(1));
                    route.hasQuery = found.group(1).indexOf('?') >= 0;
                    return route;
                });
    }

    /// @param names the parts of the path
    public static Route of(String... names) {
        Route route = new Route();
        for (String name : names) {
            route.text.append('/').append(encoded(name));
        }
        return route;
    }

    /// Adds a parameter; one that is null is left out.
    public Route with(String name, @Nullable Object value) {
        if (value != null) {
            text.append(hasQuery ? '&' : '?').append(name).append('=').append(encoded(value.toString()));
            hasQuery = true;
        }
        return this;
    }

    /// Another one, with a parameter more; one that is null is left out.
    Route and(String name, @Nullable Object value) {
        Route copy = new Route();
        copy.text.setLength(0);
        copy.text.append(text);
        copy.hasQuery = hasQuery;
        return copy.with(name, value);
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
