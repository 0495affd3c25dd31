// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LocalCommand;
import io.tcn.cli.context.ContextFile;
import io.tcn.cli.context.Contexts;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `context remove`.
@Command(name = "remove", description = "Forgets a context; the files that it names stay.")
final class ContextRemoveCommand extends LocalCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "name of the context")
    private String name = "";

    @Override
    protected int run(Console console) throws Trouble {
        ContextFile file = ContextFile.of(surroundings());
        Contexts contexts = file.read();
        if (contexts.find(name).isEmpty()) {
            throw Trouble.usage("there is no context " + name + "; there are: " + contexts.names());
        }
        file.write(contexts.without(name));
        console.line("context " + name + " is removed");
        return ExitCode.DONE;
    }
}
