// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.seen;

import io.tcn.cli.command.Console;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Condition;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/// What stands at the server before a command changes it. Its version goes with the change: what somebody else has
/// changed in between is refused and told, not overwritten; and what is replaced is shown.
public final class Seen {
    private static final int NOT_FOUND = 404;
    private static final int CHANGED = 412;
    private static final int UNKNOWN_PARAMETER = 400;

    /// A change, if a condition holds.
    public interface Change {
        JsonNode make(Condition condition) throws Trouble;
    }

    private final Api api;
    private final Route route;
    private final UnaryOperator<JsonNode> part;
    private final List<String> keys;
    private final JsonNode before;
    private final Condition condition;

    private Seen(
            Api api,
            Route route,
            UnaryOperator<JsonNode> part,
            List<String> keys,
            JsonNode before,
            Condition condition) {
        this.api = api;
        this.route = route;
        this.part = part;
        this.keys = keys;
        this.before = before;
        this.condition = condition;
    }

    /// One thing that has a route of its own.
    ///
    /// @param keys what is declared of it
    public static Seen at(Api api, Route route, List<String> keys) throws Trouble {
        return at(api, route, UnaryOperator.identity(), keys);
    }

    /// A part of what a route answers.
    ///
    /// @param part takes it out; an empty object if it is not there
    public static Seen at(Api api, Route route, UnaryOperator<JsonNode> part, List<String> keys) throws Trouble {
        try {
            Api.Versioned answer = api.versioned(route);
            JsonNode shown = part.apply(answer.json());
            String version = answer.version().isEmpty() ? new Row(shown).text("version") : answer.version();
            boolean isThere = !shown.isEmpty();
            return new Seen(
                    api,
                    route,
                    part,
                    keys,
                    shown,
                    isThere || !answer.version().isEmpty() ? Condition.version(version) : Condition.ABSENT);
        } catch (Trouble trouble) {
            return switch (trouble.status()) {
                case NOT_FOUND -> new Seen(api, route, part, keys, Json.object(), Condition.ABSENT);
                // a server that is older than the parameter
                case UNKNOWN_PARAMETER -> new Seen(api, route, part, keys, Json.object(), Condition.NONE);
                default -> throw trouble;
            };
        }
    }

    /// What is there; an empty object if nothing is.
    public Row before() {
        return new Row(before);
    }

    /// Changes it, if it is still what was seen.
    ///
    /// @param wanted the version that an earlier command has shown; empty if none is asked for
    public JsonNode change(String wanted, Change change) throws Trouble {
        try {
            return change.make(wanted.isEmpty() ? condition : Condition.version(wanted));
        } catch (Trouble trouble) {
            if (trouble.status() != CHANGED || !wanted.isEmpty()) {
                throw trouble;
            }
            List<String> differences = Differences.of(before, part.apply(api.get(route)), keys);
            throw Trouble.answered(
                    ExitCode.CHANGED_MEANWHILE,
                    CHANGED,
                    "somebody else has changed it at the same moment"
                            + (differences.isEmpty() ? "" : " (" + String.join("; ", differences) + ")")
                            + ": nothing was changed here; look at it, and give the command again (tcn audit says who)");
        }
    }

    /// Says what was replaced; nothing if it is new or as it was.
    public void tellReplaced(JsonNode after, Console console) {
        if (!before.isEmpty()) {
            Differences.of(before, after, keys).forEach(line -> console.note(line));
        }
    }
}
