// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Surroundings;
import io.tcn.cli.env.Trouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// A command; whatever the world does to it becomes one sentence and an exit code.
@Command(
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the server refused, or something failed",
            "2:wrong usage",
            "3:diff found differences, or what was waited for failed",
            "4:the server is away",
            "5:not allowed",
            "6:somebody else has changed it meanwhile",
            "130:interrupted"
        })
public abstract class LocalCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    /// Works.
    ///
    /// @return the exit code
    protected abstract int run(Console console) throws Trouble, InterruptedException;

    protected final CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("a command is run by picocli");
        }
        return spec;
    }

    protected final Surroundings surroundings() {
        if (spec().root().userObject() instanceof Surrounded root) {
            return root.surroundings();
        }
        throw new IllegalStateException("the root command knows what lies around");
    }

    @Override
    public final Integer call() {
        Console console = new Console(
                spec().qualifiedName(),
                spec().commandLine().getOut(),
                spec().commandLine().getErr(),
                surroundings());
        try {
            return run(console);
        } catch (Trouble trouble) {
            console.note(trouble.sentence());
            return trouble.exitCode();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        }
    }
}
