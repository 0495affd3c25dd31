// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LocalCommand;
import io.tcn.cli.context.ContextFile;
import io.tcn.cli.context.Contexts;
import io.tcn.cli.context.ServerContext;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/// `context show`.
@Command(name = "show", description = "One context, by default the current one.")
final class ContextShowCommand extends LocalCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "name of the context")
    private @Nullable String name;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    protected int run(Console console) throws Trouble {
        Contexts contexts = ContextFile.of(surroundings()).read();
        String wanted = name == null ? contexts.current() : name;
        if (wanted == null) {
            throw Trouble.usage("no context is current; there are: " + contexts.names());
        }
        ServerContext context = contexts.find(wanted)
                .orElseThrow(() -> Trouble.usage("there is no context " + wanted + "; there are: " + contexts.names()));
        ObjectNode shown = ContextText.json(context, contexts);
        if (json) {
            console.json(shown);
        } else {
            shown.properties()
                    .forEach(entry -> console.line("%-14s".formatted(entry.getKey()) + Row.plain(entry.getValue())));
        }
        return ExitCode.DONE;
    }
}
