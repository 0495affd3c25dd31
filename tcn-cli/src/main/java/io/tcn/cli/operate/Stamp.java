// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What an exported file says of its own origin, under the key `exported`: the server, the version of its configuration
/// and the time of the last change that is in it. So `apply` can tell what others have changed since then. A file that
/// somebody wrote by himself has none.
record Stamp(String from, String version, String lastChange) {
    static final String KEY = "exported";
    private static final int NOT_ALLOWED = 403;
    private static final int NOT_FOUND = 404;
    private static final int MOST_SHOWN = 5;
    private static final int AUDITED = 100;

    /// What changes the configuration, of all that the audit tells.
    private static final Set<String> DECLARING = Set.of(
            "apply",
            "change-pipe",
            "create-pipe",
            "create-resource-set",
            "create-user",
            "remove-endpoint-limit",
            "remove-pipe",
            "remove-rc",
            "remove-resource-set",
            "remove-user",
            "set-endpoint-limit",
            "set-rc");

    /// A configuration with its origin.
    static JsonNode export(Api api) throws Trouble {
        // The last change first: one that comes in between is in the file, and told all the same.
        String last = last(api);
        Api.Versioned configuration = api.versioned(Route.of("configuration"));
        if (configuration.version().isEmpty() || !(configuration.json() instanceof ObjectNode declared)) {
            return configuration.json();
        }
        ObjectNode stamped = Json.object();
        stamped.putObject(KEY)
                .put("from", api.server().url().toString())
                .put("version", configuration.version())
                .put("lastChange", last);
        stamped.setAll(declared);
        return stamped;
    }

    private static String last(Api api) throws Trouble {
        return audit(api).stream()
                .map(entry -> entry.text("at"))
                .max((a, b) -> time(a).compareTo(time(b)))
                .orElse("");
    }

    private static List<Row> audit(Api api) throws Trouble {
        try {
            return Row.all(api.get(Route.of("audit")));
        } catch (Trouble trouble) {
            if (trouble.status() == NOT_ALLOWED || trouble.status() == NOT_FOUND) {
                return List.of();
            }
            throw trouble;
        }
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException none) {
            return Instant.EPOCH;
        }
    }

    /// Takes the stamp off what was read from a file.
    ///
    /// @return null if there is none
    static @Nullable Stamp takeOff(JsonNode file) {
        if (!(file instanceof ObjectNode object) || !(object.remove(KEY) instanceof ObjectNode stamp)) {
            return null;
        }
        Row row = new Row(stamp);
        return new Stamp(row.text("from"), row.text("version"), row.text("lastChange"));
    }

    /// What others have changed since the file was exported, in words, one a line; empty if nothing.
    ///
    /// @param present version of the configuration that the server has now
    List<String> othersSince(Api api, String present) throws Trouble {
        if (present.isEmpty() || present.equals(version)) {
            return List.of();
        }
        List<Row> audit = audit(api);
        Instant then = time(lastChange);
        List<String> others = audit.stream()
                .filter(entry -> time(entry.text("at")).isAfter(then))
                .filter(entry -> !entry.is("own") && DECLARING.contains(entry.text("action")))
                .map(entry -> entry.text("at") + " " + entry.text("dn") + ": " + entry.text("action") + " "
                        + entry.text("config"))
                .toList();
        boolean isCut = audit.size() >= AUDITED
                && audit.stream().allMatch(entry -> time(entry.text("at")).isAfter(then));
        if (others.isEmpty()) {
            return isCut
                    ? List.of("more than " + AUDITED + " changes, older ones of which are not told any more")
                    : List.of();
        }
        return others.size() <= MOST_SHOWN
                ? others
                : Stream.concat(
                                others.stream().limit(MOST_SHOWN),
                                Stream.of((others.size() - MOST_SHOWN) + " more: tcn audit"))
                        .toList();
    }

    /// Whether the file is of the server that is asked.
    boolean isOf(Api api) {
        return from.equals(api.server().url().toString());
    }
}
