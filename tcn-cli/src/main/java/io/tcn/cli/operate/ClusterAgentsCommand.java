// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `cluster agents`.
@Command(name = "agents", description = "The agents that move files in processes of their own, and how they do.")
final class ClusterAgentsCommand extends LookCommand {
    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.all(Route.of("agents"), "agents");
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row agents = new Row(answer);
        if (!agents.is("on")) {
            console.line("this server gives no work to agents: it moves files by itself");
            return;
        }
        Table table = new Table()
                .text("AGENT")
                .text("STATE")
                .number("RUNNING")
                .number("SLOTS")
                .text("REACH")
                .text("NEAR")
                .text("DOES NOT REACH")
                .text("VERSION")
                .text("LAST HEARTBEAT")
                .text("REASON");
        for (Row agent : agents.rows("agents")) {
            table.row(
                    agent.text("name"),
                    agent.text("state"),
                    agent.text("running"),
                    agent.text("slots"),
                    String.join(" ", agent.texts("reach")),
                    String.join(" ", agent.texts("near")),
                    agent.rows("unreached").stream()
                            .map(each -> each.text("endpoint"))
                            .collect(Collectors.joining(" ")),
                    agent.text("version"),
                    console.time(agent.text("lastHeartbeat")),
                    agent.text("reason"));
        }
        console.table(table, "no agent was heard of");
        for (Row agent : agents.rows("agents")) {
            agent.rows("unreached").forEach(each -> console.note(unreached(agent.text("name"), each, console)));
        }
        if (!agents.is("kafka")) {
            console.note("Kafka does not answer: agents get nothing new until it does");
        }
        if (agents.number("unreadable") > 0) {
            console.note(agents.text("unreadable") + " messages of agents could not be used (see the server's log)");
        }
    }

    private static String unreached(String agent, Row storage, Console console) {
        return agent + " does not reach " + storage.text("endpoint") + " since " + console.time(storage.text("since"))
                + "; failures: " + storage.text("failures") + ", next try from " + console.time(storage.text("nextTry"))
                + " on; the last failure: " + storage.text("reason");
    }
}
