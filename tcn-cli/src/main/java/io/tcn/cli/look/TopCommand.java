// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.look;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `top`.
@Command(
        name = "top",
        description = "What moves now: users and pipes by throughput, n, bounds, prices and bottlenecks.",
        footerHeading = "%nOn a terminal it is shown again every 2 s, elsewhere once. Examples:%n",
        footer = {"  ${COMMAND-FULL-NAME}", "  ${COMMAND-FULL-NAME} --once --lines 50"})
public final class TopCommand extends LookCommand {
    private static final double SECONDS = 2;

    @Option(names = "--once", description = "show it once, on a terminal too")
    private boolean once;

    @Option(names = "--lines", paramLabel = "N", defaultValue = "20", description = "pipes to show (default: 20)")
    private int lines = 20;

    private TopPipes pipes = TopPipes.none();

    @Override
    protected @Nullable Double watchByItself() {
        return once || isJson() || !surroundings().terminal().isTerminal() ? null : Double.valueOf(SECONDS);
    }

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        ObjectNode all = Json.object();
        if (isJson()) {
            all.set("pipes", api.all(Route.of("pipes")));
        } else {
            pipes = TopPipes.of(api, lines);
        }
        all.set("control", api.get(Route.of("control")));
        try {
            all.set("bottlenecks", api.get(Route.of("bottlenecks")));
        } catch (Trouble refused) {
            if (refused.status() == 0 || refused.exitCode() == ExitCode.AWAY) {
                throw refused;
            }
            // administrators only, and only after the first interval: the rest is shown
        }
        return all;
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        new TopView(answer, pipes, console).show(lines);
    }
}
