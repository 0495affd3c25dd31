// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.cli.TcnServer;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestPostgres;
import io.tcn.api.runtime.HostName;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// One server in this process, and another one of which there is only the row: it has signed for a day ahead, and
/// nobody listens at its address. What the first does beside it. One test, because each stage begins with what the one
/// before has left.
@Tag("it")
class FewServersTest {
    private static final String OTHER = "other.example.org";
    private static final String NOWHERE = "https://127.0.0.1:1";

    /// Longer than a server looks at the lease, and thinks of handing it over.
    private static final Duration SOME_LOOKS = Duration.ofSeconds(4);

    @TempDir
    private static Path folder;

    private static String url = "";
    private static RunningServer server;
    private static String own = "";

    @BeforeAll
    static void start() throws Exception {
        url = TestPostgres.freshSchema("few_servers");
        server = started();
        own = server.server().bean(HostName.class).value();
        execute("insert into server_member (id, name, host, address, fingerprint, version, started, last_sign) select"
                + " 'other', 'other:8446', '" + OTHER + "', '" + NOWHERE + "', fingerprint, version, started,"
                + " clock_timestamp() + interval '1 day' from server_member");
    }

    private static RunningServer started() throws Exception {
        return RunningServer.start(
                folder,
                Map.of(
                        "spring.datasource.url",
                        url,
                        "tcn.cluster.enabled",
                        "true",
                        "tcn.cluster.address",
                        "https://localhost",
                        "tcn.cluster.host",
                        "one.example.org"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void execute(String statement) throws SQLException {
        try (Connection database = DriverManager.getConnection(url);
                Statement made = database.createStatement()) {
            made.execute(statement);
        }
    }

    private static boolean isTrue(String condition) throws SQLException {
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery("select " + condition)) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static JsonNode health() {
        return server.nobody().get("/tcn/v1/health").json();
    }

    private static String role() {
        return health().path("role").asString();
    }

    private static ConditionFactory soon(String what) {
        return await().alias(what).atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(100));
    }

    private static void drain(String host, boolean on) {
        Answer answer = server.demo().put("/tcn/v1/drain", "{\"drained\": " + on + ", \"host\": \"" + host + "\"}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("drained").booleanValue()).isEqualTo(on);
    }

    @Test
    void oneServerLeadsAndFollowsBesideAnother() throws Exception {
        theHostOfAnyServerIsDrainedAndLetGoOn();
        whereAllAreDrainedOneLeadsOnAndHandsOverWhenAnotherMayTakeIt();
        whoIsDrainedLeavesTheLeadToOthersAsLongAsTheyLive();
        aFollowerThatDoesNotReachTheServerThatLeadsSaysSo();
        whoIsDrainedTakesTheLeadWhenNobodyElseIsLeft();
    }

    private static void theHostOfAnyServerIsDrainedAndLetGoOn() {
        assertThat(own).isEqualTo("one.example.org");
        assertThat(role()).isEqualTo("leader");
        drain(OTHER, true);
        JsonNode drains = server.demo().get("/tcn/v1/drain").json();
        assertThat(drains.findValuesAsString("host")).containsExactly(own, OTHER);
        assertThat(drains.findValuesAsString("drained")).containsExactly("false", "true");
        assertThat(server.demo().get("/tcn/v1/cluster").json().path("servers").findValuesAsString("drained"))
                .containsExactlyInAnyOrder("false", "true");
        JsonNode hosts = server.demo().get("/config").json();
        assertThat(hosts.findValuesAsString("hostname")).containsExactly(own, OTHER);
        assertThat(hosts.get(1).path("drain").booleanValue()).isTrue();
        assertThat(server.demo().get("/ui/cluster").body()).contains("host=" + OTHER);
        assertThat(server.demo().get("/ui/drain?on=no&host=" + OTHER).body()).contains("Let " + OTHER + " go on");

        Answer undrained = server.demo().post("/config/drain", "{\"hostname\": \"" + OTHER + "\", \"drain\": false}");
        assertThat(undrained.body()).isEqualTo("null");
        Answer unknown = server.demo().post("/config/drain", "{\"hostname\": \"third.example.org\"}");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.body()).contains(own, OTHER);
        assertThat(server.demo()
                        .put("/tcn/v1/drain", "{\"drained\": true, \"host\": \"third.example.org\"}")
                        .status())
                .isEqualTo(400);
        assertThat(server.alice()
                        .put("/tcn/v1/drain", "{\"drained\": true, \"host\": \"" + OTHER + "\"}")
                        .status())
                .isEqualTo(403);
    }

    private static void whereAllAreDrainedOneLeadsOnAndHandsOverWhenAnotherMayTakeIt() throws Exception {
        drain(OTHER, true);
        assertThat(server.demo().post("/tcn/v1/cluster/handover", "{}").status())
                .as("to a server that would start nothing")
                .isEqualTo(409);
        drain(own, true);
        await().during(SOME_LOOKS).atMost(SOME_LOOKS.plusSeconds(5)).until(() -> role().equals("leader"));
        drain(OTHER, false);
        soon("the lead is handed over").until(() -> role().equals("handing-over"));
        assertThat(server.demo().get("/tcn/v1/audit").body()).contains("hand-over", "which is drained");
        CompletableFuture<TcnServer.End> told = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> told.complete(endOf(server.server())));
        assertThat(told.orTimeout(20, TimeUnit.SECONDS).join())
                .as("for who begins to wait when it has happened")
                .isEqualTo(TcnServer.End.HANDING_OVER);
        server.close();
        assertThat(isTrue("holder is null from server_lease")).isTrue();
    }

    private static TcnServer.End endOf(TcnServer waited) {
        try {
            return waited.await();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    private static void whoIsDrainedLeavesTheLeadToOthersAsLongAsTheyLive() throws Exception {
        server = started();
        await().during(SOME_LOOKS)
                .atMost(SOME_LOOKS.plusSeconds(5))
                .until(() -> role().equals("follower") && isTrue("holder is null from server_lease"));
        assertThat(health().path("status").asString())
                .as("nobody leads for a moment")
                .isEqualTo("UP");
    }

    private static void aFollowerThatDoesNotReachTheServerThatLeadsSaysSo() throws Exception {
        execute("update server_lease set term = term + 1, holder = 'other', secret = 'x', since = clock_timestamp(),"
                + " ends = clock_timestamp() + interval '1 hour'");
        soon("it follows the other one")
                .until(() -> server.demo().get("/jobs").body().contains("cannot be reached"));
        assertThat(server.demo().get("/jobs").status()).isEqualTo(503);
        assertThat(health().path("status").asString())
                .as("perhaps a change of the lead")
                .isEqualTo("UP");
        soon("it is not well").until(() -> server.nobody().get("/tcn/v1/health").status() == 503);
        assertThat(health().path("status").asString()).isEqualTo("DOWN");
        assertThat(health().path("role").asString()).isEqualTo("follower");
        assertThat(health().path("leaderReason").asString())
                .startsWith("does not reach the server that leads at " + NOWHERE + ", for ");

        // Nobody asks anything, and the way is free again: its own face answers for the other one.
        execute("update server_member set address = (select address from server_member where id <> 'other')"
                + " where id = 'other'");
        soon("it is well again")
                .until(() -> server.nobody().get("/tcn/v1/health").status() == 200);
        assertThat(health().has("leaderReason")).isFalse();
    }

    private static void whoIsDrainedTakesTheLeadWhenNobodyElseIsLeft() throws Exception {
        execute("update server_member set last_sign = clock_timestamp() - interval '1 minute' where id = 'other'");
        execute("update server_lease set holder = null, secret = null, ends = null");
        soon("it leads").until(() -> role().equals("leader"));
        JsonNode drains = server.demo().get("/tcn/v1/drain").json();
        assertThat(drains.findValuesAsString("drained")).containsExactly("true", "false");
        drain(own, false);
        assertThat(health().path("status").asString()).isEqualTo("UP");
    }
}
