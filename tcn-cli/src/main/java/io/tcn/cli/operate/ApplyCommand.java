// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.effect.EffectOptions;
import io.tcn.cli.effect.EffectTable;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Condition;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.seen.VersionOption;
import io.tcn.cli.yaml.ConfigurationYaml;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
public final class ApplyCommand extends ChangeCommand {
    private static final int CHANGED = 412;
    private static final int MOST_TRIES = 5;

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

    @Option(names = "--force", description = "also resource controls, or limits, that contradict each other")
    private boolean force;

    @Option(names = "--over", description = "also over what others have changed since the file was exported")
    private boolean over;

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected int run(Console console) throws Trouble {
        JsonNode wanted = ConfigurationYaml.read(surroundings().text(file), file);
        Stamp stamp = Stamp.takeOff(wanted);
        try (Api api = connect()) {
            JsonNode preview = send(api, wanted, true, ifVersion.condition());
            warnOfOthers(api, stamp, new Row(preview).text("version"), Changes.count(preview) > 0, console);
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
            JsonNode done = applyAsShown(api, wanted, preview);
            if (yes || isJson()) {
                print(done, console);
            }
            if (!isJson()) {
                console.line("applied: " + Changes.count(done) + " changes");
            }
            return ExitCode.DONE;
        }
    }

    /// What others have changed since the file was exported is not undone unseen.
    private void warnOfOthers(Api api, @Nullable Stamp stamp, String present, boolean changesAnything, Console console)
            throws Trouble {
        if (stamp == null || !changesAnything) {
            return;
        }
        if (!stamp.isOf(api)) {
            console.note("the file is of " + stamp.from() + ": what changed here since then is not looked at");
            return;
        }
        List<String> others = stamp.othersSince(api, present);
        if (others.isEmpty()) {
            return;
        }
        others.forEach(change -> console.note("since the file was exported: " + change));
        if (!over && !dryRun) {
            throw Trouble.of(
                    ExitCode.CHANGED_MEANWHILE,
                    "others have changed the configuration since the file was exported: nothing was changed; look at"
                            + " tcn diff " + file + ", export again and carry your change over, or add --over");
        }
    }

    /// Applies just what was shown. If the configuration is another one by now, but the changes are the same, such as
    /// after a pipe came by itself, it goes on.
    private JsonNode applyAsShown(Api api, JsonNode wanted, JsonNode preview) throws Trouble {
        JsonNode shown = preview;
        for (int tries = 1; ; tries++) {
            try {
                return send(api, wanted, false, Condition.version(new Row(shown).text("version")));
            } catch (Trouble trouble) {
                if (trouble.status() != CHANGED || !ifVersion.given().isEmpty() || tries == MOST_TRIES) {
                    throw trouble;
                }
                JsonNode now = send(api, wanted, true, Condition.NONE);
                if (!now.path("changes").equals(preview.path("changes"))) {
                    throw Trouble.answered(
                            ExitCode.CHANGED_MEANWHILE,
                            CHANGED,
                            "somebody else has changed it since it was shown here: nothing was changed; what the file"
                                    + " would change now is other than that (tcn diff " + file
                                    + "; tcn audit says who)");
                }
                shown = now;
            }
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

    private JsonNode send(Api api, JsonNode wanted, boolean preview, Condition condition) throws Trouble {
        return api.put(
                Route.of("configuration")
                        .with("dryRun", preview)
                        .with("remove", remove)
                        .with("force", force ? true : null),
                wanted,
                condition);
    }

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return send(api, ConfigurationYaml.read(surroundings().text(file), file), dryRun, Condition.NONE);
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Changes.show(answer, console);
        EffectTable.show(answer.path("effect"), console);
    }
}
