// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// `transfer cancel`.
@Command(name = "cancel", description = "Cancels transfers, and with them those that come after them.")
final class TransferCancelCommand extends ChangeCommand {
    @Parameters(index = "0..*", arity = "1..*", paramLabel = "ID", description = "numbers of transfers")
    private List<Long> ids = new ArrayList<>();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        ArrayNode answers = Json.object().putArray("canceled");
        for (Long id : ids) {
            try {
                answers.add(api.delete(Route.of("transfers", id.toString())));
            } catch (Trouble trouble) {
                throw answers.isEmpty()
                        ? trouble
                        : Trouble.answered(
                                trouble.exitCode(),
                                trouble.status(),
                                "transfer " + id + ": " + trouble.sentence() + " (those before it are cancelled)");
            }
        }
        return answers;
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        for (Row transfer : Row.all(answer)) {
            console.line("transfer " + transfer.text("id") + " is " + transfer.text("state"));
        }
    }
}
