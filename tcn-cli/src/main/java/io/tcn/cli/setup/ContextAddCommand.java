// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LocalCommand;
import io.tcn.cli.context.ContextFile;
import io.tcn.cli.context.Contexts;
import io.tcn.cli.context.ServerContext;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `context add`.
@Command(
        name = "add",
        description = "Adds a context, or replaces the one of this name. The first one becomes the current one.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} trial --url https://localhost:8446 --ca data/pki/ca.pem"
                    + " --cert data/pki/demo-user.pem --key data/pki/demo-user.key",
            "  ${COMMAND-FULL-NAME} grid --url https://tcn.example.org:8446 --ca /etc/grid-security/certificates"
                    + " --cert /tmp/x509up_u1000",
            "  ${COMMAND-FULL-NAME} cloud --url https://tcn.example.org:8446 --token-file ~/.tcn-token"
        })
final class ContextAddCommand extends LocalCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "name of the context")
    private String name = "";

    @Option(names = "--url", paramLabel = "URL", required = true, description = "address of the server")
    private String url = "";

    @Option(names = "--ca", paramLabel = "PATH", description = "file or folder of trusted authorities")
    private @Nullable String ca;

    @Option(names = "--cert", paramLabel = "FILE", description = "certificate or proxy, PEM")
    private @Nullable String cert;

    @Option(names = "--key", paramLabel = "FILE", description = "its key, if in a file of its own")
    private @Nullable String key;

    @Option(names = "--token-file", paramLabel = "FILE", description = "a file with a bearer token")
    private @Nullable String tokenFile;

    @Option(names = "--use", description = "make it the current one")
    private boolean use;

    @Override
    protected int run(Console console) throws Trouble {
        ServerContext context = new ServerContext(
                        name,
                        url,
                        absolute(ca, console),
                        absolute(cert, console),
                        absolute(key, console),
                        absolute(tokenFile, console))
                .checked();
        ContextFile file = ContextFile.of(surroundings());
        Contexts contexts = file.read().with(context);
        if (use) {
            contexts = contexts.using(name);
        }
        file.write(contexts);
        console.line("context " + name + " is " + context.url()
                + (name.equals(contexts.current())
                        ? ", and current"
                        : "; tcn context use " + name + " makes it current"));
        return ExitCode.DONE;
    }

    /// The command may be given in another folder next time.
    private @Nullable String absolute(@Nullable String given, Console console) {
        if (given == null) {
            return null;
        }
        Path path = surroundings().file(given).toAbsolutePath().normalize();
        if (!Files.exists(path)) {
            console.note(path + " is not there yet");
        }
        return path.toString();
    }
}
