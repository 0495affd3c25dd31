// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A path under `/tcn/v1` with its parameters.
public final class Route {
    private final StringBuilder text = new StringBuilder("/tcn/v1");
    private boolean hasQuery;

    private Route() {}

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

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
