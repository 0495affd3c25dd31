// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static io.tcn.api.agents.AgentTrial.assertFinished;
import static io.tcn.api.agents.AgentTrial.assertWhole;
import static io.tcn.api.agents.AgentTrial.begun;
import static io.tcn.api.agents.AgentTrial.isOver;
import static io.tcn.api.agents.AgentTrial.soon;
import static io.tcn.api.agents.AgentTrial.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.AgentProcess;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.ClosedAfterEach;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// One large file that an agent in a process of its own reads by as many requests as it has connections, with a real
/// broker and real bytes. One test, because each process costs seconds: its stages follow each other.
@Tag("it")
class StreamsOfAgentsTest {
    /// Forty seconds and more by one request that reads.
    private static final int LARGE = 42_000_000;

    /// Under way until others have come and gone, or another server has started, beside other tests on a busy machine.
    private static final int LONGER = 2 * LARGE;

    private static final int CONNECTIONS = 6;

    private static final int SMALL = 1_000_000;

    @TempDir
    private Path folder = Path.of("");

    @RegisterExtension
    final ClosedAfterEach open = new ClosedAfterEach();

    private static AgentProcess agent(AgentTrial trial, String name) throws IOException {
        return trial.agent(name, "--set", "tcn.agent.streams=4");
    }

    /// Those that count, and those that have moved bytes as the agents tell.
    private static List<Integer> connections(Client server) {
        JsonNode pipe = server.get("/tcn/v1/pipes").json().path(0);
        return List.of(
                pipe.path("activeConnections").asInt(-2),
                pipe.path("movingConnections").asInt(-2));
    }

    private static String holder(Client server) {
        for (JsonNode agent : server.get("/tcn/v1/agents").json().path("agents")) {
            if (agent.path("running").asInt() == 1) {
                return agent.path("name").asString();
            }
        }
        return "";
    }

    @Test
    void aLargeFileHasTheConnectionsThatOthersLeaveWhateverBecomesOfItsAgentOrServer() throws Exception {
        AgentTrial trial = AgentTrial.start(folder, open);
        // 1 MB/s for each request that reads.
        LoggedStorage from =
                open.add(LoggedStorage.start(folder.resolve("from"), builder -> builder.connectionBps(8e6)));
        LoggedStorage to = open.add(LoggedStorage.start(folder.resolve("to")));
        Map<String, AgentProcess> agents = Map.of("a", agent(trial, "a"), "b", agent(trial, "b"));
        RunningServer first = open.add(RunningServer.start(folder, trial.settings(CONNECTIONS)));
        Client server = first.demo();
        soon("both agents are ready").until(() -> {
            int ready = 0;
            for (JsonNode agent : server.get("/tcn/v1/agents").json().path("agents")) {
                ready += agent.path("state").asString().equals("READY") ? 1 : 0;
            }
            return ready == 2;
        });

        // n is 6, and the agent's own setting is 4.
        String killed = submit(server, from, to, "/killed", LONGER);
        soon("four connections move").until(() -> connections(server).equals(List.of(4, 4)));
        // Others need them: they are given back, and come again.
        List<String> small = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            small.add(submit(server, from, to, "/small-" + i, SMALL));
        }
        soon("all six run").until(() -> to.beingWritten() == 6 || small.stream().allMatch(job -> isOver(server, job)));
        for (int i = 0; i < 5; i++) {
            assertFinished(server, small.get(i));
            assertWhole(to, "/small-" + i, SMALL);
        }
        soon("four connections move again")
                .until(() -> isOver(server, killed) || connections(server).equals(List.of(4, 4)));
        assertThat(isOver(server, killed)).isFalse();
        Objects.requireNonNull(agents.get(holder(server))).kill();
        soon("the other agent has four")
                .until(() -> begun(to, "/killed") == 2 && connections(server).equals(List.of(4, 4)));
        assertFinished(server, killed);
        assertWhole(to, "/killed", LONGER);
        soon("nothing counts").until(() -> connections(server).getFirst() == 0);

        // The job says how many streams a file may have.
        String two = submit(server, from, to, "/two", LARGE, ", \"nostreams\": 2");
        soon("two connections move").until(() -> connections(server).equals(List.of(2, 2)));
        assertThat(server.delete("/jobs/" + two).status()).isEqualTo(200);
        soon("nothing counts").until(() -> connections(server).getFirst() == 0);

        String led = submit(server, from, to, "/led", LONGER);
        soon("four connections move").until(() -> connections(server).equals(List.of(4, 4)));
        open.close(first);
        RunningServer next = open.add(RunningServer.start(folder, trial.settings(CONNECTIONS)));
        Client heir = next.demo();
        soon("the next server counts what the agent uses")
                .until(() -> isOver(heir, led) || connections(heir).equals(List.of(4, 4)));
        assertThat(isOver(heir, led)).isFalse();
        assertFinished(heir, led);
        assertWhole(to, "/led", LONGER);
        assertThat(begun(to, "/led")).isEqualTo(1);
    }
}
