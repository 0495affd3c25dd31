// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ServerCommand;
import io.tcn.cli.effect.EffectOptions;
import io.tcn.cli.effect.EffectTable;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.yaml.ConfigurationYaml;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `apply`.
@Command(
        name = "apply",
        description = "Brings the server to what a file says, after showing what changes; all or nothing.",
        footerHeading = "%nExamples:%n",
        footer = {"  ${COMMAND-FULL-NAME} tcn.yaml", "  ${COMMAND-FULL-NAME} tcn.yaml --remove --yes"})
public final class ApplyCommand extends ServerCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "YAML as of tcn export; - is the standard input")
    private String file = "";

    @Option(names = "--remove", description = "remove what is not in the file")
    private boolean remove;

    @Mixin
    private EffectOptions effect = new EffectOptions();

    @Option(names = "--dry-run", description = "only show what would change, and what users would move then")
    private boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "do not ask")
    private boolean yes;

    @Override
    protected int run(Console console) throws Trouble {
        JsonNode wanted = ConfigurationYaml.read(surroundings().text(file), file);
        try (Api api = connect()) {
            JsonNode preview = send(api, wanted, true);
            if (dryRun || Changes.count(preview) == 0) {
                print(dryRun && Changes.count(preview) > 0 ? withEffect(api, wanted, preview) : preview, console);
                return ExitCode.DONE;
            }
            if (!yes) {
                Changes.show(preview, console);
                if (!agreed(console)) {
                    console.note("nothing was changed");
                    return ExitCode.FAILED;
                }
            }
            JsonNode done = send(api, wanted, false);
            if (yes || isJson()) {
                print(done, console);
            }
            if (!isJson()) {
                console.line("applied: " + Changes.count(done) + " changes");
            }
            return ExitCode.DONE;
        }
    }

    private JsonNode withEffect(Api api, JsonNode wanted, JsonNode preview) throws Trouble {
        if (preview instanceof ObjectNode shown) {
            ObjectNode change = Json.object().put("remove", remove);
            change.set("configuration", wanted);
            shown.set("effect", effect.ask(api, change));
        }
        return preview;
    }

    private boolean agreed(Console console) throws Trouble {
        if (!console.isTerminal() || "-".equals(file)) {
            throw Trouble.usage("nobody can be asked here: look at tcn diff " + file + ", then add --yes");
        }
        return console.agrees("apply this?");
    }

    private JsonNode send(Api api, JsonNode wanted, boolean preview) throws Trouble {
        return api.put(Route.of("configuration").with("dryRun", preview).with("remove", remove), wanted);
    }

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return send(api, ConfigurationYaml.read(surroundings().text(file), file), dryRun);
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Changes.show(answer, console);
        EffectTable.show(answer.path("effect"), console);
    }
}
