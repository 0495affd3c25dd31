// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.seen.Seen;
import io.tcn.cli.seen.VersionOption;
import io.tcn.cli.units.Moment;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `group change`.
@Command(
        name = "change",
        description = "Changes weight and deadline of a group; the order follows at once.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} data18:raw.4711 --weight 2",
            "  ${COMMAND-FULL-NAME} data18:raw.4711 --deadline 2026-12-01T08:00 --zone Europe/Zurich",
            "  ${COMMAND-FULL-NAME} data18:raw.4711 --no-deadline"
        })
final class GroupChangeCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "GROUP", description = "name or number of the group")
    private String group = "";

    @Option(names = "--user", paramLabel = "USER", description = "whose group it is")
    private @Nullable String user;

    @Option(names = "--weight", paramLabel = "W", description = "how much it counts, 1 is usual")
    private @Nullable Double weight;

    @Option(names = "--deadline", paramLabel = "DATE", description = "done by 2026-12-01 or 2026-12-01T08:00")
    private @Nullable String deadline;

    @Option(names = "--no-deadline", description = "take the deadline back")
    private boolean noDeadline;

    @Option(names = "--zone", paramLabel = "ZONE", description = "where the clock is (default: your time zone)")
    private @Nullable String zone;

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        ObjectNode body = Json.object();
        if (weight != null) {
            body.put("weight", weight);
        }
        if (deadline != null) {
            try {
                ZoneId place = zone == null ? surroundings().zone() : Moment.parseZone(zone);
                body.put(
                        "deadline",
                        Moment.parse(deadline, place).atZone(place).toInstant().toString());
            } catch (IllegalArgumentException wrong) {
                throw Trouble.usage(String.valueOf(wrong.getMessage()));
            }
        }
        if (noDeadline) {
            body.put("noDeadline", true);
        }
        if (body.isEmpty()) {
            throw Trouble.usage("give --weight, --deadline or --no-deadline");
        }
        Route route = Route.of("groups", GroupFinder.idOf(api, group, user));
        Seen present = Seen.at(api, route, GroupShowCommand.DECLARED);
        return ifVersion.change(present, condition -> api.patch(route, body, condition));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        ifVersion.tellReplaced(answer, console);
        GroupShowCommand.describe(new Row(answer), console);
    }
}
