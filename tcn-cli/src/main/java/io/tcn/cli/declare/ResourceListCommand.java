// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `resource list`.
@Command(
        name = "list",
        description = "Resources with capacity, who uses how much, and the controls that count there.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} --matching 'link:*'")
final class ResourceListCommand extends ListCommand {
    @Option(
            names = "--matching",
            paramLabel = "PATTERN",
            description = "of this pattern only: * is any text, kind=link, label=..., as in resource-sets")
    private @Nullable String pattern;

    @Override
    protected Route route() {
        return Route.of("resources").with("matching", pattern);
    }

    @Override
    protected Table table() {
        return new Table()
                .text("RESOURCE")
                .text("LABEL")
                .text("KIND")
                .number("CAPACITY")
                .number("USED")
                .text("USERS")
                .text("CONTROLS")
                .text("SOURCE");
    }

    @Override
    protected void add(Row resource, Table table, Console console) {
        List<String> users = new ArrayList<>();
        for (Row user : resource.rows("users")) {
            users.add(user.text("user") + " " + Rate.inWords(user.number("usedBps")));
        }
        table.row(
                resource.text("id"),
                resource.text("label"),
                resource.text("kind"),
                capacity(resource),
                Rate.inWords(resource.number("usedBps")),
                String.join(", ", users),
                controls(resource),
                resource.text("source"));
    }

    @Override
    protected String none() {
        return "the network map has no such resource";
    }

    @Override
    protected boolean isWholeByItself() {
        return true;
    }

    /// Such as `10 Gbit/s, measured 4.8 Gbit/s`.
    private static String capacity(Row resource) {
        if (!resource.has("capacityBps")) {
            return "unknown";
        }
        String told = Rate.inWords(resource.number("capacityBps"));
        return resource.has("measuredBps") ? told + ", measured " + Rate.inWords(resource.number("measuredBps")) : told;
    }

    /// Such as `bound of cms 6 Gbit/s, price 1.50e-09`.
    private static String controls(Row resource) {
        List<String> controls = new ArrayList<>();
        for (Row control : resource.rows("constraints")) {
            controls.add(String.format(
                    Locale.ROOT,
                    "%s of %s %s, price %.3g",
                    control.text("kind").toLowerCase(Locale.ROOT),
                    control.text("user"),
                    Rate.inWords(control.number("limitBps")),
                    control.number("price")));
        }
        return String.join("; ", controls);
    }
}
