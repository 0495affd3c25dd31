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
    @Parameters(index = "0", paramLabel = "FILE", description = "YAML as of tcn export; - is the standard input")
    private String file = "";

    @Option(names = "--remove", description = "what is not in the file would be removed")
    private boolean remove;

    private List<String> others = List.of();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        JsonNode wanted = ConfigurationYaml.read(surroundings().text(file), file);
        Stamp stamp = Stamp.takeOff(wanted);
        JsonNode preview =
                api.put(Route.of("configuration").with("dryRun", true).with("remove", remove), wanted);
        if (stamp != null && stamp.isOf(api)) {
            others = stamp.othersSince(api, new Row(preview).text("version"));
        }
        return preview;
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Changes.show(answer, console);
        others.forEach(change -> console.note("since the file was exported: " + change));
    }

    @Override
    protected int exitCode(JsonNode answer) {
        return Changes.count(answer) == 0 ? ExitCode.DONE : ExitCode.DIFFERENT;
    }
}
