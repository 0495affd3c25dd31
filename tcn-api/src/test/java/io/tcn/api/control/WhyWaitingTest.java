// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.RSAKey;
import io.tcn.agent.storage.StorageEvent;
import io.tcn.api.harness.AgentProcess;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.ClosedAfterEach;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestIssuer;
import io.tcn.api.harness.TestKafka;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Why a transfer waits, told against what the loops then do: who is passed over because of a credential or of agents,
/// and in which order the others go.
@Tag("it")
class WhyWaitingTest {
    private static final int SMALL = 2_000;

    /// The causes that go with each state: each transfer has exactly one, and of its own state.
    private static final Map<String, Set<String>> CAUSES = Map.of(
            "WAITING", Set.of("PREDECESSOR", "SPARE_SOURCE"),
            "QUEUED",
                    Set.of(
                            "NO_AGENT",
                            "NO_CREDENTIAL",
                            "PIPE_MAXIMUM",
                            "OPTIMIZER",
                            "STARTING",
                            "RETRY_LATER",
                            "STORAGE_PAUSED",
                            "DESTINATION_OWNED"),
            "CLAIMED", Set.of("PREPARING", "NO_AGENT", "NO_CREDENTIAL"),
            "ACTIVE", Set.of("RUNNING", "VERIFYING"),
            "FINISHED", Set.of("FINISHED"),
            "FAILED", Set.of("FAILED"),
            "CANCELED", Set.of("CANCELED"));

    @TempDir
    private Path folder = Path.of("");

    @RegisterExtension
    final ClosedAfterEach open = new ClosedAfterEach();

    private static JsonNode why(Client client, long transfer) {
        Answer answer = client.get("/tcn/v1/transfers/" + transfer + "/why");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        JsonNode cause = answer.json();
        assertThat(CAUSES.get(cause.path("state").asString("")))
                .as(cause.toString())
                .contains(cause.path("code").asString(""));
        return cause;
    }

    private static JsonNode awaitCode(Client client, long transfer, String code) {
        return await().alias("transfer " + transfer + " is " + code)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> why(client, transfer),
                        cause -> cause.path("code").asString("").equals(code));
    }

    private static String end(LoggedStorage storage) {
        return "http://127.0.0.1:" + storage.port();
    }

    /// A pipe of one connection.
    private static void narrow(Client client, String user, LoggedStorage from, LoggedStorage to) {
        Answer pipe = client.post(
                "/tcn/v1/pipes",
                "{\"source\": \"" + end(from) + "\", \"destination\": \"" + end(to) + "\", \"user\": \"" + user
                        + "\", \"minConnections\": 1, \"maxConnections\": 1}");
        assertThat(pipe.status()).as(pipe.body()).isEqualTo(201);
    }

    private static String file(LoggedStorage from, LoggedStorage to, String path, int bytes, String more)
            throws IOException {
        return "{\"source\": \"" + from.put(path, bytes) + "\", \"destination\": \"" + to.url(path) + "\"" + more + "}";
    }

    private static long id(Answer added) {
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        return added.json().at("/transfers/0/id").longValue();
    }

    private static long add(Client client, String file) {
        return id(client.post("/tcn/v1/transfers", "{\"transfers\": [" + file + "]}"));
    }

    private static long addWith(RunningServer server, String token, String file) {
        return id(server.nobody()
                .send(server.nobody()
                        .request("/tcn/v1/transfers")
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"transfers\": [" + file + "]}"))));
    }

    private static Map<String, String> withIssuer(TestIssuer issuer) {
        return Map.of(
                "tcn.security.issuers[0].url", issuer.url(),
                "tcn.security.issuers[0].vo", "cms",
                "tcn.agent.plain-tokens", "true");
    }

    private static String token(TestIssuer issuer, RSAKey key, Instant ends) {
        return TestIssuer.sign(key, issuer.claims("alice-sub").expirationTime(Date.from(ends)));
    }

    @Test
    void aCredentialThatHasEndedIsToldBeforeTheLoopGivesTheTransferUp() throws IOException {
        TestIssuer issuer = open.add(TestIssuer.start());
        RSAKey key = issuer.newKey("k");
        RunningServer server = open.add(RunningServer.start(folder, withIssuer(issuer)));
        LoggedStorage from = open.add(LoggedStorage.start(folder.resolve("from")));
        LoggedStorage to =
                open.add(LoggedStorage.start(folder.resolve("to"), storage -> storage.connectionBps(400_000)));
        server.demo().post("/tcn/v1/users", "{\"id\": \"cms\"}");
        narrow(server.demo(), "cms", from, to);
        Instant late = Instant.now().plusSeconds(3600);
        // 1.5 MB are thirty seconds.
        long first = addWith(server, token(issuer, key, late), file(from, to, "/first", 1_500_000, ""));
        awaitCode(server.demo(), first, "RUNNING");
        Instant soon = Instant.now().plusSeconds(10);
        long second = addWith(server, token(issuer, key, soon), file(from, to, "/second", SMALL, ""));

        assertThat(awaitCode(server.demo(), second, "PIPE_MAXIMUM").path("text").asString(""))
                .contains("the next of its pipe");
        JsonNode ended = awaitCode(server.demo(), second, "NO_CREDENTIAL");
        assertThat(Instant.parse(ended.at("/details/endedAt").asString("")).getEpochSecond())
                .isEqualTo(soon.getEpochSecond());
        assertThat(ended.path("text").asString("")).contains("submit it again");
        JsonNode listed =
                server.demo().get("/tcn/v1/transfers?state=queued").json().path(0);
        assertThat(listed.path("waitsFor").asString("")).isEqualTo("NO_CREDENTIAL");

        JsonNode failed = awaitCode(server.demo(), second, "FAILED");
        assertThat(failed.path("text").asString("")).contains("a credential ended at");
        assertThat(failed.path("decisions")).isEmpty();
        awaitCode(server.demo(), first, "FINISHED");
        assertThat(to.has("/second")).isFalse();
    }

    @Test
    void whoWaitsForAgentsIsToldForWhichAndGoesWhenOneIsThere() throws IOException {
        TestIssuer issuer = open.add(TestIssuer.start());
        RSAKey key = issuer.newKey("k");
        TestKafka kafka = open.add(TestKafka.prepare(folder.resolve("kafka")));
        Map<String, String> settings = new HashMap<>(withIssuer(issuer));
        settings.put("tcn.agents.enabled", "true");
        settings.put("tcn.agents.brokers", kafka.bootstrap());
        settings.put("tcn.agents.unsigned", "true");
        settings.put("tcn.agents.lost-after", "8s");
        settings.put("tcn.agents.in-process", "never");
        RunningServer server = open.add(RunningServer.start(folder, settings));
        LoggedStorage from = open.add(LoggedStorage.start(folder.resolve("from")));
        LoggedStorage to = open.add(LoggedStorage.start(folder.resolve("to")));
        server.demo().post("/tcn/v1/users", "{\"id\": \"cms\"}");
        long plain = add(server.demo(), file(from, to, "/plain", SMALL, ""));
        assertThat(awaitCode(server.demo(), plain, "NO_AGENT").path("text").asString(""))
                .contains("Kafka does not answer", "looked at again");

        kafka.start();
        awaitText(server.demo(), plain, "no agent is ready");
        agent(kafka, "other", "*.example.org");
        awaitText(server.demo(), plain, "none of the agents that are ready reaches both " + end(from));
        assertThat(server.demo()
                        .get("/tcn/v1/pipes/"
                                + server.demo()
                                        .get("/tcn/v1/transfers/" + plain)
                                        .json()
                                        .path("pipe")
                                        .asString("")
                                        .replace("/", "%2F")
                                        .replace(">", "%3E")
                                + "/why")
                        .json()
                        .path("code")
                        .asString(""))
                .isEqualTo("NO_AGENT");

        // Agents are looked for every five seconds.
        await().alias("the reason is always the same")
                .during(Duration.ofSeconds(11))
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(server.demo()
                                .get("/tcn/v1/transfers/" + plain + "/why")
                                .text("code"))
                        .isEqualTo("NO_AGENT"));

        agent(kafka, "near", "*");
        awaitCode(server.demo(), plain, "FINISHED");
        // Nothing encrypts what goes to agents here, so tokens of transfers do not go there.
        long secret = addWith(
                server, token(issuer, key, Instant.now().plusSeconds(3600)), file(from, to, "/secret", SMALL, ""));
        assertThat(awaitCode(server.demo(), secret, "NO_CREDENTIAL")
                        .path("text")
                        .asString(""))
                .contains("no agent that reaches both", "tcn.agents.key-file");
        assertThat(server.demo()
                        .get("/tcn/v1/transfers/" + secret)
                        .json()
                        .path("retries")
                        .intValue())
                .isZero();
    }

    private void agent(TestKafka kafka, String name, String reach) throws IOException {
        open.add(AgentProcess.quick(
                folder, name, kafka.bootstrap(), "--reach", reach, "--set", "tcn.agents.unsigned=true"));
    }

    private static void awaitText(Client client, long transfer, String text) {
        await().alias(text)
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> why(client, transfer).path("text").asString("").contains(text));
    }

    /// A transfer of a queue, and what was said of it while all of them waited.
    private record Told(long id, String path, int ahead, int inTurn) {}

    private List<Told> tell(Client client, Map<Long, String> paths) {
        List<Told> told = new ArrayList<>();
        paths.forEach((transfer, path) -> {
            JsonNode why = awaitCode(client, transfer, "PIPE_MAXIMUM");
            told.add(new Told(
                    transfer,
                    path,
                    why.at("/details/ahead").intValue(),
                    why.at("/details/takesTurnsWith").intValue()));
        });
        return told;
    }

    /// Each went behind as many as was said at least, and as was said with its turns at most.
    private static void wentAsTold(Client client, LoggedStorage to, List<Told> told) {
        told.forEach(one -> awaitCode(client, one.id(), "FINISHED"));
        List<String> order = to.events().stream()
                .filter(event -> event.kind() == StorageEvent.Kind.WRITING)
                .map(StorageEvent::path)
                .filter(path -> told.stream().anyMatch(one -> one.path().equals(path)))
                .toList();
        assertThat(order).hasSize(told.size());
        for (Told one : told) {
            assertThat(order.indexOf(one.path()))
                    .as(one + " in " + order)
                    .isBetween(one.ahead(), one.ahead() + one.inTurn());
        }
    }

    @Test
    void whatIsSaidToBeAheadGoesAheadWithGroupsAndWithSharesOfActivities() throws IOException {
        RunningServer server = open.add(RunningServer.start(folder, Map.of()));
        Client demo = server.demo();
        LoggedStorage from = open.add(LoggedStorage.start(folder.resolve("from")));
        LoggedStorage to =
                open.add(LoggedStorage.start(folder.resolve("to"), storage -> storage.connectionBps(400_000)));
        narrow(demo, "demo", from, to);
        long first = add(demo, file(from, to, "/first", 4_000_000, ""));
        awaitCode(demo, first, "RUNNING");
        Map<Long, String> paths = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            for (String group : List.of("large", "small", "")) {
                int bytes = group.equals("large") ? 40_000 : SMALL;
                String path = "/" + group + i;
                String in = group.isEmpty() ? "" : "\"group\": {\"name\": \"" + group + "\"}, ";
                paths.put(
                        id(demo.post(
                                "/tcn/v1/transfers",
                                "{" + in + "\"transfers\": [" + file(from, to, path, bytes, ", \"sizeBytes\": " + bytes)
                                        + "]}")),
                        path);
            }
        }
        paths.put(add(demo, file(from, to, "/urgent", SMALL, ", \"priority\": 5")), "/urgent");
        paths.put(add(demo, file(from, to, "/last", SMALL, ", \"priority\": 1")), "/last");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.get("/tcn/v1/groups?user=demo&name=large")
                                .json()
                                .at("/groups/0/place")
                                .asInt(0)
                        == 2);
        List<Told> told = tell(demo, paths);
        assertThat(told).anySatisfy(one -> assertThat(one.inTurn()).isPositive());
        assertThat(told).anySatisfy(one -> assertThat(one.ahead()).isEqualTo(paths.size() - 1));
        demo.delete("/tcn/v1/transfers/" + first);
        wentAsTold(demo, to, told);

        Answer shares = demo.post(
                "/config/activity_shares",
                "{\"vo\": \"demo\", \"share\": [{\"Prod\": 0.75}, {\"default\": 0.25}], \"active\": true}");
        assertThat(shares.status()).as(shares.body()).isEqualTo(200);
        long again = add(demo, file(from, to, "/again", 4_000_000, ""));
        awaitCode(demo, again, "RUNNING");
        Map<Long, String> byActivity = new HashMap<>();
        for (int i = 0; i < 4; i++) {
            for (String activity : List.of("Prod", "Users")) {
                String path = "/" + activity + i;
                String job = demo.submit("{\"files\": [{\"sources\": [\"" + from.put(path, SMALL)
                        + "\"], \"destinations\": [\"" + to.url(path) + "\"], \"activity\": \"" + activity + "\"}]}");
                byActivity.put(
                        demo.get("/tcn/v1/transfers?job=" + job)
                                .json()
                                .at("/0/id")
                                .longValue(),
                        path);
            }
        }
        List<Told> inTurn = tell(demo, byActivity);
        assertThat(inTurn).allSatisfy(one -> assertThat(one.inTurn()).isEqualTo(4));
        JsonNode why = why(demo, inTurn.getFirst().id());
        assertThat(why.path("text").asString("")).contains("by their shares");
        assertThat(why.path("decisions")).hasSizeBetween(1, 10);
        assertThat(why.at("/decisions/0/rationale").asString("")).isNotEmpty();
        assertThat(why.at("/decisions/0/at").asString(""))
                .as("the newest first")
                .isGreaterThanOrEqualTo(why.path("decisions")
                        .path(why.path("decisions").size() - 1)
                        .path("at")
                        .asString(""));
        demo.delete("/tcn/v1/transfers/" + again);
        wentAsTold(demo, to, inTurn);
    }
}
