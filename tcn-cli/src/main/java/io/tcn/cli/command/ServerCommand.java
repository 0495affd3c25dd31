// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import io.tcn.cli.context.ServerFinder;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// A command that asks or tells a server something, and shows its answer.
public abstract class ServerCommand extends LocalCommand {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--json", order = 80, description = "print the server's answer as JSON, and nothing else")
    private boolean json;

    /// Asks.
    protected abstract JsonNode ask(Api api) throws Trouble;

    /// Shows the answer.
    protected abstract void show(JsonNode answer, Console console);

    /// How the command ends that got this answer.
    protected int exitCode(JsonNode answer) {
        return ExitCode.DONE;
    }

    protected Api connect() throws Trouble {
        return new Api(new ServerFinder(surroundings(), server.choice()).find());
    }

    protected final boolean isJson() {
        return json;
    }

    @Override
    protected int run(Console console) throws Trouble, InterruptedException {
        try (Api api = connect()) {
            return once(api, console);
        }
    }

    /// Asks and shows once.
    protected final int once(Api api, Console console) throws Trouble {
        JsonNode answer = ask(api);
        print(answer, console);
        return exitCode(answer);
    }

    protected final void print(JsonNode answer, Console console) {
        if (json) {
            console.json(answer);
        } else {
            show(answer, console);
        }
    }
}
