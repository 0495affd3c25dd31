// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import io.tcn.cli.context.Contexts;
import io.tcn.cli.context.ServerContext;
import io.tcn.cli.http.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Contexts in words and as JSON.
final class ContextText {
    private ContextText() {}

    static String shows(ServerContext context) {
        if (context.tokenFile() != null) {
            return "token " + context.tokenFile();
        }
        return context.cert() == null ? "" : "certificate " + context.cert();
    }

    static ObjectNode json(ServerContext context, Contexts contexts) {
        ObjectNode json = Json.object();
        json.put("name", context.name()).put("url", context.url());
        json.put("current", context.name().equals(contexts.current()));
        put(json, "ca", context.ca());
        put(json, "cert", context.cert());
        put(json, "key", context.key());
        put(json, "tokenFile", context.tokenFile());
        return json;
    }

    private static void put(ObjectNode json, String key, @Nullable String value) {
        if (value != null) {
            json.put(key, value);
        }
    }
}
