// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Groups and the server itself, on the page. Nothing is started: the storages do not exist and the server is drained.
@Tag("it")
class GroupPagesTest {
    private static final String LARGE = "large & <b>late</b>";

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static String job = "";

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of());
        Client demo = server.demo();
        assertThat(demo.put("/tcn/v1/drain", "{\"drained\": true}").status()).isEqualTo(200);
        // The large one came first; nobody can move a terabyte by next second.
        job = submit(LARGE, 1_000_000_000_000L, ", \"deadline\": \"2026-01-01T00:00:00Z\"");
        submit("small", 1_000_000L, "");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> demo.get("/tcn/v1/groups").json().path("groups").size() == 2);
    }

    private static String submit(String group, long bytes, String more) {
        Answer made = server.demo()
                .post(
                        "/tcn/v1/transfers",
                        "{\"group\": {\"name\": \"" + group + "\"" + more + "}, \"transfers\": [{\"source\":"
                                + " \"https://a.example.org/f\", \"destination\": \"https://b.example.org/" + bytes
                                + "\", \"sizeBytes\": " + bytes + "}]}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.text("jobId");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode row(int number) {
        return server.demo().get("/ui/groups?as=json&table=groups").json().path(number);
    }

    @Test
    void theSmallGroupGoesFirstAndADeadlineThatCannotBeMetIsRed() {
        assertThat(row(0).path("group").stringValue()).isEqualTo("small");
        assertThat(row(0).path("place").intValue()).isEqualTo(1);
        assertThat(row(0).path("bytes").doubleValue()).isEqualTo(1e6);
        assertThat(row(0).path("deadline").isNull()).isTrue();
        assertThat(row(1).path("group").stringValue()).isEqualTo(LARGE);
        assertThat(row(1).path("deadline").stringValue()).isEqualTo("impossible");
        assertThat(row(1).path("bottleneck").stringValue()).isNotEmpty();
        assertThat(row(1).path("jobs").intValue()).isEqualTo(1);
        String page = server.demo().get("/ui/groups").body();
        assertThat(page)
                .contains("<bdi>large &amp; &lt;b&gt;late&lt;/b&gt;</bdi>", "bad\"><bdi>impossible</bdi>")
                .contains("hx-trigger=\"every 10s\"");
        assertThat(server.demo()
                        .get("/ui/groups?groups.q=late&as=csv&table=groups")
                        .body()
                        .lines())
                .hasSize(2);
    }

    @Test
    void jobsTransfersAndGroupsLeadToOneAnother() {
        Client demo = server.demo();
        String id =
                demo.get("/tcn/v1/groups?name=small").json().at("/groups/0/id").asString();
        String group = demo.get("/ui/group?id=" + id).body();
        assertThat(group).contains("Group small", "href=\"/ui/pipe?id=", "href=\"/ui/job?id=", "Bottleneck");
        assertThat(demo.get("/ui/job?id=" + job).body()).contains("href=\"/ui/group?id=");
        String transfer =
                demo.get("/tcn/v1/transfers?job=" + job).json().at("/0/id").asString();
        assertThat(demo.get("/ui/transfer?id=" + transfer).body()).contains("href=\"/ui/group?id=");
        assertThat(demo.get("/ui/group?id=" + id + "&as=json&table=pipes")
                        .json()
                        .at("/0/bytes")
                        .doubleValue())
                .isEqualTo(1e6);
    }

    @Test
    void groupsOfOthersAreNotTold() {
        Client alice = server.alice();
        assertThat(alice.get("/ui/groups?as=json&table=groups").json()).isEmpty();
        assertThat(alice.get("/ui/groups?user=demo").status()).isEqualTo(403);
        assertThat(alice.get("/ui/groups?user=demo").body()).contains("&quot;transfer&quot;");
        for (String id : new String[] {"1", "2", "99", "-1", "x", ""}) {
            assertThat(alice.get("/ui/group?id=" + id).status()).as(id).isEqualTo(404);
        }
        assertThat(server.nobody().get("/ui/groups").status()).isEqualTo(403);
    }

    @Test
    void aServerAloneSaysSoAndIsLetGoOnFromThere() {
        JsonNode row =
                server.demo().get("/ui/cluster?as=json&table=servers").json().path(0);
        assertThat(row.path("leads").stringValue()).isEqualTo("yes");
        assertThat(row.path("drained").stringValue()).isEqualTo("yes");
        assertThat(server.demo().get("/ui/cluster").body())
                .contains("tcn.cluster.enabled is false", "tcn.agents.enabled is false", "href=\"/ui/drain?on=no\"");
        assertThat(server.alice().get("/ui/cluster").body())
                .contains("tcn.cluster.enabled is false")
                .doesNotContain("/ui/drain", "Agents");
    }
}
