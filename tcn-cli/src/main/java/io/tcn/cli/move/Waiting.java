// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ServerCommand;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Span;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// Asks again and again until all is over. A server that goes away meanwhile may come back.
abstract class Waiting extends ServerCommand {
    private static final Set<String> OVER = Set.of("FINISHED", "FINISHEDDIRTY", "FAILED", "CANCELED", "CANCELLED");
    private static final String GOOD = "FINISHED";
    private static final long FIRST_PAUSE_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = 5000;

    private final String kind;
    private final Map<String, JsonNode> over = new LinkedHashMap<>();

    @Option(names = "--timeout", paramLabel = "TIME", description = "give up after this time, as 10m; ends with 1")
    private @Nullable Duration timeout;

    /// @param kind `transfer` or `job`
    Waiting(String kind) {
        this.kind = kind;
    }

    protected abstract List<String> ids();

    @Override
    protected final JsonNode ask(Api api) throws Trouble {
        ArrayNode answers = Json.object().putArray(kind);
        for (String id : new LinkedHashSet<>(ids())) {
            JsonNode known = over.get(id);
            JsonNode answer = known == null ? api.get(Route.of(kind + "s", id)) : known;
            if (isOver(new Row(answer))) {
                over.put(id, answer);
            }
            answers.add(answer);
        }
        return answers;
    }

    private static boolean isOver(Row row) {
        return OVER.contains(row.text("state"));
    }

    @Override
    protected final int run(Console console) throws Trouble, InterruptedException {
        long start = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        String told = "";
        boolean answered = false;
        try (Api api = connect()) {
            while (true) {
                try {
                    JsonNode now = ask(api);
                    answered = true;
                    if (over.size() == now.size()) {
                        console.progress("");
                        print(now, console);
                        return exitCode(now);
                    }
                    String text = over.size() + " of " + now.size() + " over";
                    tell(text, told, console);
                    told = text;
                } catch (Trouble trouble) {
                    if (!answered || trouble.exitCode() != ExitCode.AWAY) {
                        throw trouble;
                    }
                    tell(trouble.sentence(), told, console);
                    told = trouble.sentence();
                }
                Duration waited = Duration.ofNanos(System.nanoTime() - start);
                if (timeout != null && waited.plusMillis(pause).compareTo(timeout) > 0) {
                    throw Trouble.failed("not over after " + Span.inWords(timeout) + ": " + told);
                }
                Thread.sleep(pause);
                pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    /// On a terminal one line that changes, elsewhere a line for each change.
    private static void tell(String text, String before, Console console) {
        if (console.isTerminal()) {
            console.progress(text);
        } else if (!text.equals(before)) {
            console.note(text);
        }
    }

    @Override
    protected final int exitCode(JsonNode answer) {
        return Row.all(answer).stream().allMatch(row -> GOOD.equals(row.text("state")))
                ? ExitCode.DONE
                : ExitCode.DIFFERENT;
    }

    @Override
    protected final void show(JsonNode answer, Console console) {
        Table table = new Table().text("ID").text("STATE").text("FINISHED").text("REASON");
        for (Row row : Row.all(answer)) {
            table.row(row.text("id"), row.text("state"), console.time(row.text("finishTime")), row.text("reason"));
        }
        console.table(table, "nothing was waited for");
    }
}
