// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.RSAKey;
import com.sun.net.httpserver.HttpServer;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestCertificates;
import io.tcn.api.harness.TestIssuer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// What somebody with the right for own transfers only sees and touches of another member of the same VO:
/// nothing, on no route. The same for the subject of another issuer of tokens.
@Tag("it")
class ForeignViewsTest {
    private static final String MARK = "secret-of-carol";

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client carol;
    private static Client dave;
    private static TestIssuer issuer;
    private static TestIssuer other;
    private static RSAKey key;
    private static RSAKey otherKey;
    private static String job = "";
    private static long file;
    private static long group;

    @BeforeAll
    static void start() throws IOException {
        issuer = TestIssuer.start();
        other = TestIssuer.start();
        key = issuer.newKey("k1");
        otherKey = other.newKey("k2");
        Map<String, String> settings = new HashMap<>();
        settings.put("tcn.security.roles.public", ":transfer");
        settings.put("tcn.security.issuers[0].url", issuer.url());
        settings.put("tcn.security.issuers[0].vo", "cms");
        settings.put("tcn.security.issuers[1].url", other.url());
        settings.put("tcn.security.issuers[1].vo", "cms");
        server = RunningServer.start(folder, settings);
        Path data = folder.resolve("data");
        carol = Client.of(server.server().port(), data, TestCertificates.issue(data, folder, "DC=org,CN=Carol"));
        dave = Client.of(server.server().port(), data, TestCertificates.issue(data, folder, "DC=org,CN=Dave"));
        String cms = "{\"id\": \"cms\", \"dns\": [\"/DC=org/CN=Carol\", \"/DC=org/CN=Dave\"]}";
        assertThat(server.demo().post("/tcn/v1/users", cms).status()).isEqualTo(201);
        // Nothing starts, so that transfers stay open and lists show them.
        String host = server.demo().get("/config").json().at("/0/hostname").stringValue();
        server.demo().post("/config/drain", "{\"hostname\": \"" + host + "\", \"drain\": true}");
        job = carol.submit("{\"files\": [{\"sources\": [\"davs://a.invalid/" + MARK + "\"],"
                + " \"destinations\": [\"davs://b.invalid/" + MARK + "\"]}]}");
        file = carol.get("/jobs/" + job + "/files")
                .json()
                .path(0)
                .path("file_id")
                .longValue();
        assertThat(carol.post(
                                "/tcn/v1/transfers",
                                "{\"group\": {\"name\": \"" + MARK + "-group\"}, \"transfers\": [{\"source\":"
                                        + " \"davs://a.invalid/g\", \"destination\": \"davs://b.invalid/g\"}]}")
                        .status())
                .isEqualTo(201);
        group = await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> carol.get("/tcn/v1/groups")
                                .json()
                                .at("/groups/0/id")
                                .longValue(),
                        id -> id > 0);
    }

    @AfterAll
    static void stop() {
        carol.close();
        dave.close();
        server.close();
        issuer.close();
        other.close();
    }

    private static String filled(String pattern) {
        return filled(pattern, job, file);
    }

    private static String filled(String pattern, String job, long file) {
        return pattern.replace("{file}", Long.toString(file))
                .replace("{files}", Long.toString(file))
                .replace("{ids}", job)
                .replace("{field}", "job_metadata")
                .replace(
                        "{id}",
                        pattern.startsWith("/tcn/v1/transfers")
                                ? Long.toString(file)
                                : pattern.startsWith("/tcn/v1/groups") ? Long.toString(group) : job)
                .replaceAll("\\{\\*?[^}]*}", "x");
    }

    @Test
    void noViewShowsTransfersOfAnotherMember() {
        List<String> shown = new ArrayList<>();
        List<String> own = new ArrayList<>();
        server.server()
                .bean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .forEach(route -> {
                    if (!route.getMethodsCondition().getMethods().contains(RequestMethod.GET)) {
                        return;
                    }
                    for (String pattern : route.getPatternValues()) {
                        for (String query :
                                List.of("", "?time_window=1", "?vo_name=cms", "?limit=10", "?files=source_surl")) {
                            String path = filled(pattern) + query;
                            if (carol.get(path).body().contains(MARK)) {
                                own.add(path);
                            }
                            if (dave.get(path).body().contains(MARK)) {
                                shown.add(path);
                            }
                        }
                    }
                });

        assertThat(shown).isEmpty();
        assertThat(own)
                .contains(
                        "/tcn/v1/groups",
                        "/tcn/v1/groups/" + group,
                        "/files",
                        "/tcn/v1/transfers",
                        "/tcn/v1/transfers/" + file,
                        "/jobs/" + job + "/files");
    }

    /// The storage of both is paused by a failure of one: the other hears of the pause, and of no file.
    @Test
    void aPauseTellsNobodyWhoseFileFailed(@TempDir Path own) throws IOException {
        HttpServer down = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        down.createContext("/", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        down.start();
        String storage = "http://127.0.0.1:" + down.getAddress().getPort();
        try (RunningServer alone =
                        RunningServer.start(own, Map.of("tcn.agent.pause-after", "1", "tcn.agent.pause", "120s"));
                LoggedStorage to = LoggedStorage.start(own.resolve("to"))) {
            Client demo = alone.demo();
            Client alice = alone.alice();
            demo.submit("{\"files\": [{\"sources\": [\"" + storage + "/a/" + MARK + "\"], \"destinations\": [\""
                    + to.url("/a/" + MARK) + "\"]}], \"params\": {\"retry\": 5}}");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> demo.get("/tcn/v1/endpoints").body().contains("pausedUntil\":\""));
            String waits = alice.submit("{\"files\": [{\"sources\": [\"" + storage + "/b/x\"], \"destinations\": [\""
                    + to.url("/b/x") + "\"]}]}");
            String files = "/jobs/" + waits + "/files";
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> alice.get(files).body().contains("left alone until"));
            JsonNode told = alice.get(files).json().path(0);
            List<String> shown = new ArrayList<>();
            alone.server()
                    .bean(RequestMappingHandlerMapping.class)
                    .getHandlerMethods()
                    .keySet()
                    .forEach(route -> {
                        if (route.getMethodsCondition().getMethods().contains(RequestMethod.GET)) {
                            for (String pattern : route.getPatternValues()) {
                                String path = filled(
                                        pattern, waits, told.path("file_id").longValue());
                                if (alice.get(path).body().contains(MARK)) {
                                    shown.add(path);
                                }
                            }
                        }
                    });

            assertThat(shown).isEmpty();
            assertThat(told.path("reason").stringValue()).contains(storage, "SOURCE_UNAVAILABLE");
            assertThat(demo.get("/tcn/v1/endpoints").body()).contains(MARK);
        } finally {
            down.stop(0);
        }
    }

    @Test
    void aGroupOfAnotherMemberIsNotThereAndOneWithJobsOfOthersIsTheirsToo() {
        String path = "/tcn/v1/groups/" + group;
        assertThat(dave.get(path).status()).isEqualTo(404);
        assertThat(dave.delete(path).status()).isEqualTo(404);
        assertThat(patch(dave, path, "{\"weight\": 7}")).isEqualTo(404);
        assertThat(dave.get("/tcn/v1/groups?user=cms&name=" + MARK + "-group").body())
                .doesNotContain(MARK);

        // Both are in it: each sees it, nobody changes it for the other, and each cancels its own jobs only.
        assertThat(dave.post(
                                "/tcn/v1/transfers",
                                "{\"group\": {\"name\": \"" + MARK + "-group\"}, \"transfers\": [{\"source\":"
                                        + " \"davs://a.invalid/g\", \"destination\": \"davs://b.invalid/dave\"}]}")
                        .status())
                .isEqualTo(201);
        assertThat(patch(dave, path, "{\"weight\": 7}")).isEqualTo(403);
        assertThat(dave.delete(path).json().path("jobs").intValue()).isEqualTo(1);
        assertThat(carol.get(path).json().path("openJobs").intValue()).isPositive();
        assertThat(patch(carol, path, "{\"weight\": 7}")).isEqualTo(200);
    }

    private static int patch(Client client, String path, String body) {
        return client.send(client.request(path)
                        .header("Content-Type", "application/json")
                        .method("PATCH", HttpRequest.BodyPublishers.ofString(body)))
                .status();
    }

    @Test
    void noRouteChangesTransfersOfAnotherMember() {
        List<String> done = new ArrayList<>();
        server.server()
                .bean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .forEach(route -> {
                    for (RequestMethod method : route.getMethodsCondition().getMethods()) {
                        for (String pattern : route.getPatternValues()) {
                            boolean names = pattern.contains("{");
                            if (!names || method == RequestMethod.GET || pattern.startsWith("/delegation")) {
                                continue;
                            }
                            Answer answer = dave.send(dave.request(filled(pattern))
                                    .header("Content-Type", "application/json")
                                    .method(method.name(), BodyPublishers.ofString("{\"params\": {\"priority\": 5}}")));
                            if (!Set.of(400, 403, 404, 405, 501).contains(answer.status())) {
                                done.add(method + " " + pattern + ": " + answer.status());
                            }
                        }
                    }
                });

        assertThat(done).isEmpty();
        assertThat(carol.get("/jobs/" + job).json().path("priority").intValue()).isEqualTo(3);
    }

    @Test
    void aTransferOfAnotherMemberIsNoPredecessor() {
        String after = "{\"transfers\": [{\"source\": \"davs://a.invalid/f\", \"destination\": \"davs://b.invalid/f\","
                + " \"after\": [" + file + "]}]}";

        assertThat(dave.post("/tcn/v1/transfers", after).status()).isEqualTo(400);
        assertThat(carol.post("/tcn/v1/transfers", after).status()).isEqualTo(201);
    }

    @Test
    void theSnapshotOfPipesIsForMembersWithTheRightOfTheVo() {
        assertThat(dave.get("/snapshot").json()).isEmpty();
        assertThat(server.demo().get("/snapshot").json()).isNotEmpty();
    }

    @Test
    void theSameSubjectOfAnotherIssuerIsSomebodyElse() {
        String mine = TestIssuer.sign(key, issuer.claims("erin"));
        String theirs = TestIssuer.sign(otherKey, other.claims("erin"));
        Answer made = send(
                mine,
                "POST",
                "/jobs",
                "{\"files\": [{\"sources\": [\"davs://a.invalid/erin\"],"
                        + " \"destinations\": [\"davs://b.invalid/erin\"]}]}");
        assertThat(made.status()).as(made.body()).isEqualTo(200);
        String path = "/jobs/" + made.text("job_id");

        assertThat(send(mine, "GET", path, "").status()).isEqualTo(200);
        assertThat(send(theirs, "GET", path, "").status()).isEqualTo(403);
        assertThat(send(theirs, "DELETE", path, "").status()).isEqualTo(403);
        for (String list : List.of("/jobs", "/files", "/tcn/v1/transfers", "/jobs?user_dn=erin&state_in=SUBMITTED")) {
            assertThat(send(theirs, "GET", list, "").body()).as(list).doesNotContain("davs://a.invalid", "job_id");
        }
        assertThat(send(mine, "GET", "/files", "").body()).contains("davs://a.invalid/erin");
    }

    private static Answer send(String token, String method, String path, String body) {
        Client nobody = server.nobody();
        return nobody.send(nobody.request(path)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
    }
}
