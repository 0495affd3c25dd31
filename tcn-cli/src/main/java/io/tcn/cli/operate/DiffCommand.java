// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ServerCommand;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.yaml.ConfigurationYaml;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `diff`.
@Command(
        name = "diff",
        description = "What a file would change at the server; ends with 3 if anything.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} tcn.yaml --remove")
public final class DiffCommand extends ServerCommand {
    private static final int CONFLICT = 409;

    @Parameters(index = "0", paramLabel = "FILE", description = "YAML as of tcn export; - is the standard input")
    private String file = "";

    @Option(names = "--remove", description = "what is not in the file would be removed")
    private boolean remove;

    private final List<String> notes = new ArrayList<>();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        JsonNode wanted = ConfigurationYaml.read(surroundings().text(file), file);
        Stamp stamp = Stamp.takeOff(wanted);
        notes.clear();
        JsonNode preview = preview(api, wanted);
        if (stamp != null && stamp.isOf(api)) {
            stamp.othersSince(api, new Row(preview).text("version"))
                    .forEach(change -> notes.add("since the file was exported: " + change));
        }
        return preview;
    }

    /// What differs is told also where it cannot be applied as it is.
    private JsonNode preview(Api api, JsonNode wanted) throws Trouble {
        Route route = Route.of("configuration").with("dryRun", true).with("remove", remove);
        try {
            return api.put(route, wanted);
        } catch (Trouble refused) {
            if (refused.status() != CONFLICT) {
                throw refused;
            }
            JsonNode preview = api.put(route.with("force", true), wanted);
            notes.add("tcn apply would refuse it without --force, " + refused.getMessage());
            return preview;
        }
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Changes.show(answer, console);
        notes.forEach(console::note);
    }

    @Override
    protected int exitCode(JsonNode answer) {
        return Changes.count(answer) == 0 ? ExitCode.DONE : ExitCode.DIFFERENT;
    }
}
