// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.warm;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LocalCommand;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.security.GeneralSecurityException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `warm-up`: runs usual commands against a server of its own, so that a JVM that watches (`-XX:AOTCacheOutput`)
/// sees the classes that they need. The launcher calls it once for each jar.
@Command(name = "warm-up", hidden = true, description = "Runs usual commands against a server of its own.")
public final class WarmUpCommand extends LocalCommand {
    private static final String[][] REHEARSED = {
        {"pipe", "list"},
        {"pipe", "list", "--json"},
        {"rc", "list"},
        {"transfer", "list"},
        {"top", "--once"},
        {"rc", "set", "--user", "u", "--set", "s", "--bound", "40%"},
        {"why", "1"},
        {"transfer", "show", "0"}
    };

    @Override
    protected int run(Console console) throws Trouble {
        CommandLine root = spec().root().commandLine();
        PrintWriter out = root.getOut();
        PrintWriter err = root.getErr();
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        root.setOut(nowhere).setErr(nowhere);
        try (RehearsalServer server = RehearsalServer.start()) {
            for (String[] words : REHEARSED) {
                root.execute(server.withAddress(words));
            }
            root.execute("pipe", "list", "--help");
            root.execute("pipe", "nonsense");
            return ExitCode.DONE;
        } catch (IOException | GeneralSecurityException failed) {
            throw Trouble.failed("the rehearsal failed: " + failed.getMessage());
        } finally {
            root.setOut(out).setErr(err);
        }
    }
}
