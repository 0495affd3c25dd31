// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LocalCommand;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `man`.
@Command(
        name = "man",
        description = "Writes a manual page for each command into a folder.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} ~/.local/share/man/man1")
public final class ManCommand extends LocalCommand {
    @Parameters(index = "0", paramLabel = "DIR", description = "the folder, is made if it is not there")
    private String folder = "";

    @Override
    protected int run(Console console) throws Trouble {
        Path place = surroundings().file(folder);
        try {
            Files.createDirectories(place);
            console.line(write(spec().root().commandLine(), place) + " pages are in " + place);
            return ExitCode.DONE;
        } catch (IOException failed) {
            throw Trouble.failed("the pages cannot be written to " + place + ": " + failed.getMessage());
        }
    }

    private static int write(CommandLine command, Path place) throws IOException {
        if (command.getCommandSpec().usageMessage().hidden()) {
            return 0;
        }
        ManPage page = new ManPage(command);
        Files.writeString(place.resolve(page.name() + ".1"), page.text());
        int pages = 1;
        for (CommandLine child : command.getSubcommands().values()) {
            pages += write(child, place);
        }
        return pages;
    }
}
