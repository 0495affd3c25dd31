// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// A command that changes nothing, and can be repeated.
public abstract class LookCommand extends ServerCommand {
    private static final double SHORTEST = 0.2;
    private static final double LONGEST = 86_400;
    private static final double MILLIS = 1000;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            arity = "0..1",
            fallbackValue = "2",
            order = 81,
            description = "show it again every so often (2 s) until Ctrl-C")
    private @Nullable Double watchSeconds;

    /// How often it is repeated if no option says so; null for once.
    protected @Nullable Double watchByItself() {
        return null;
    }

    /// Asks and shows once.
    ///
    /// @param before what is to be done when the answer is there and not yet shown
    /// @return how the command ends
    protected int look(Api api, Console console, Runnable before) throws Trouble {
        JsonNode answer = ask(api);
        before.run();
        print(answer, console);
        return exitCode(answer);
    }

    @Override
    protected final int run(Console console) throws Trouble, InterruptedException {
        Double seconds = watchSeconds == null ? watchByItself() : watchSeconds;
        try (Api api = connect()) {
            if (seconds == null) {
                return look(api, console, () -> {});
            }
            if (!(seconds >= SHORTEST && seconds <= LONGEST)) {
                throw Trouble.usage("--watch takes 0.2 to 86400 seconds, given was " + seconds);
            }
            return watch(api, console, Math.round(seconds * MILLIS));
        }
    }

    private int watch(Api api, Console console, long millis) throws Trouble, InterruptedException {
        look(api, console, () -> {}); // what is wrong from the beginning ends it
        while (!Thread.currentThread().isInterrupted()) {
            Thread.sleep(millis);
            try {
                look(api, console, console::clear);
            } catch (Trouble trouble) {
                if (trouble.exitCode() != ExitCode.AWAY) {
                    throw trouble;
                }
                console.note(trouble.sentence()); // it may come back
            }
        }
        return ExitCode.INTERRUPTED;
    }
}
