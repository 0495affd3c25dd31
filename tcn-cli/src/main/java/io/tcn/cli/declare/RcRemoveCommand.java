// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.seen.VersionOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `rc remove`.
@Command(name = "remove", description = "Takes back what a user has on a resource-set, or one kind of it.")
final class RcRemoveCommand extends ChangeCommand {
    /// What a control is.
    enum Kind {
        /// The most.
        BOUND,
        /// The least.
        GUARANTEE,
        /// Against the others.
        WEIGHT
    }

    @Option(names = "--user", paramLabel = "USER", required = true, description = "whom it holds")
    private String user = "";

    @Option(names = "--set", paramLabel = "SET", required = true, description = "resource-set")
    private String set = "";

    @Option(names = "--kind", paramLabel = "KIND", description = "bound, guarantee or weight (default: all of them)")
    private @Nullable Kind kind;

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.delete(
                Route.of("rc")
                        .with("user", user)
                        .with("resourceSet", set)
                        .with("kind", kind == null ? null : kind.name().toLowerCase(Locale.ROOT)),
                ifVersion.condition());
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        console.line("user " + user + " has no "
                + (kind == null ? "resource control" : kind.name().toLowerCase(Locale.ROOT)) + " on " + set
                + " any more");
    }
}
