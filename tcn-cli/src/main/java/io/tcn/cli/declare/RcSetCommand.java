// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.effect.EffectOptions;
import io.tcn.cli.effect.EffectTable;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.seen.Seen;
import io.tcn.cli.seen.VersionOption;
import io.tcn.cli.units.Bound;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Share;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `rc set`.
@Command(
        name = "set",
        description = "Sets a bound, a guarantee or a weight, or several; what is not named stays.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} --user cms --set all-links --bound 40%% --dry-run",
            "  ${COMMAND-FULL-NAME} --user cms --set all-links --bound 10Gbit/s --guarantee 1Gbit/s",
            "  ${COMMAND-FULL-NAME} --user cms --set all-links --bound 40%% --days MON-FRI --from 08:00 --until 18:00"
        })
final class RcSetCommand extends ChangeCommand {
    @Option(names = "--user", paramLabel = "USER", required = true, description = "whom it holds")
    private String user = "";

    @Option(names = "--set", paramLabel = "SET", required = true, description = "resource-set, such as all-links")
    private String set = "";

    @Option(
            names = "--bound",
            paramLabel = "RATE|SHARE",
            description = "the most on each resource: 10Gbit/s, or 40%% of its capacity")
    private @Nullable Bound bound;

    @Option(names = "--guarantee", paramLabel = "RATE", description = "the least on each resource, if wanted")
    private @Nullable Rate guarantee;

    @Option(names = "--weight", paramLabel = "W", description = "weight against other users where it is full")
    private @Nullable Double weight;

    @Mixin
    private WhenOptions when = new WhenOptions();

    @Mixin
    private EffectOptions effect = new EffectOptions();

    @Option(names = "--dry-run", description = "change nothing, show what would be, and what users would move then")
    private boolean dryRun;

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Option(names = "--force", description = "set also what contradicts others")
    private boolean force;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        ObjectNode body = Json.object().put("user", user).put("resourceSet", set);
        switch (bound) {
            case null -> {
                // none is set
            }
            case Rate rate -> body.put("boundBps", rate.bps());
            case Share share -> body.put("boundShare", share.part());
        }
        if (guarantee != null) {
            body.put("minBps", guarantee.bps());
        }
        if (weight != null) {
            body.put("relativeWeight", weight);
        }
        if (bound == null && guarantee == null && weight == null) {
            throw Trouble.usage("nothing to set: give --bound, --guarantee or --weight");
        }
        ObjectNode times = when.toJson(surroundings().zone());
        if (!times.isEmpty()) {
            body.set("when", times);
        }
        Route route = Route.of("rc").with("dryRun", dryRun ? true : null).with("force", force ? true : null);
        Seen present = Seen.at(
                api,
                Route.of("rc").with("user", user).with("resourceSet", set),
                controls -> RcTable.kinds(Row.all(controls)),
                kinds());
        JsonNode answer = ifVersion.change(present, condition -> api.put(route, body, condition));
        if (dryRun && answer instanceof ObjectNode shown) {
            ObjectNode change = Json.object().put("force", force);
            change.putArray("setRc").add(body);
            shown.set("effect", effect.ask(api, change));
        }
        return answer;
    }

    /// The kinds that are set.
    private List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        if (bound != null) {
            kinds.add("bound");
        }
        if (guarantee != null) {
            kinds.add("guarantee");
        }
        if (weight != null) {
            kinds.add("weight");
        }
        return kinds;
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row row = new Row(answer);
        RcTable.show(List.of(row), console);
        ifVersion.tellReplaced(RcTable.kinds(List.of(row)), console);
        if (dryRun) {
            EffectTable.show(answer.path("effect"), console);
            console.note("nothing was changed: this is how it would be"
                    + (row.has("version")
                            ? "; with --if-version " + row.text("version")
                                    + " it is set only if nobody has changed it meanwhile"
                            : ""));
        }
    }
}
