// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.RSAKey;
import io.tcn.agent.storage.WebDavStorage;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestIssuer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A token that lets its transfers have one connection and 1.6 Mbit/s, on a server that copies between real storages.
@Tag("it")
class TokenLimitsTest {
    /// Five seconds at the token's rate.
    private static final int BYTES = 1_000_000;

    @TempDir
    static Path folder;

    private static TestIssuer issuer;
    private static RSAKey key;
    private static WebDavStorage storage;
    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        issuer = TestIssuer.start();
        key = issuer.newKey("k");
        Path files = Files.createDirectories(folder.resolve("files"));
        Files.write(files.resolve("f"), new byte[BYTES]);
        storage = WebDavStorage.builder(files)
                .address(InetAddress.getLoopbackAddress())
                .thirdPartyCopy(false)
                .start(0);
        server = RunningServer.start(
                folder,
                Map.of(
                        "tcn.security.issuers[0].url",
                        issuer.url(),
                        "tcn.security.issuers[0].vo",
                        "cms",
                        "tcn.agent.plain-tokens",
                        "true"));
    }

    @AfterAll
    static void stop() {
        server.close();
        storage.close();
        issuer.close();
    }

    private static String token(String subject) {
        return TestIssuer.sign(
                key, issuer.claims(subject).claim("max_concurrency", 1).claim("max_throughput", 1_600_000));
    }

    private static Answer send(String token, String method, String path, String body) {
        return server.nobody()
                .send(server.nobody()
                        .request(path)
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    }

    private static String file(String destination) {
        return "{\"source\": \"" + storage.url("/f") + "\", \"destination\": \"" + storage.url("/" + destination)
                + "\"}";
    }

    private static JsonNode transfer(long id) {
        return server.demo().get("/tcn/v1/transfers/" + id).json();
    }

    @Test
    void theTokensLimitHoldsInBothFacesAndIsToldToWhomItConcerns() {
        String alice = token("alice-sub");
        Answer added =
                send(alice, "POST", "/tcn/v1/transfers", "{\"transfers\": [" + file("a") + ", " + file("b") + "]}");
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        List<Long> ids = new ArrayList<>();
        added.json().path("transfers").forEach(one -> ids.add(one.path("id").longValue()));
        Answer job = send(
                token("alice-sub"),
                "POST",
                "/jobs",
                "{\"files\": [{\"sources\": [\"" + storage.url("/f") + "\"], \"destinations\": [\"" + storage.url("/c")
                        + "\"]}]}");
        assertThat(job.status()).as(job.body()).isEqualTo(200);

        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> {
                    JsonNode cause = send(alice, "GET", "/tcn/v1/transfers/" + ids.get(1) + "/why", "")
                            .json();
                    assertThat(cause.findValuesAsString("code")).contains("TOKEN_LIMIT");
                    assertThat(cause.toString()).contains("the limit of the token of alice-sub by " + issuer.url());
                });
        JsonNode own = send(alice, "GET", "/tcn/v1/token-limits", "").json();
        assertThat(own).hasSize(1);
        assertThat(own.at("/0/subject").stringValue()).isEqualTo("alice-sub");
        assertThat(own.at("/0/maxBps").doubleValue()).isEqualTo(1.6e6);
        assertThat(own.at("/0/maxConnections").intValue()).isEqualTo(1);
        assertThat(own.at("/0/connections").intValue()).isEqualTo(1);
        assertThat(server.demo().get("/tcn/v1/token-limits").json()).hasSize(1);
        assertThat(server.demo().get("/tcn/v1/token-limits?subject=nobody").json())
                .isEmpty();
        String number = own.at("/0/id").asString();
        assertThat(server.demo()
                        .get("/tcn/v1/token-limits?subject=alice-sub&limit=1&after=" + number)
                        .json())
                .isEmpty();
        assertThat(send(token("bob-sub"), "GET", "/tcn/v1/token-limits", "").json())
                .isEmpty();

        server.awaitEnd(server.demo(), job.text("job_id"));
        List<JsonNode> all = ids.stream().map(TokenLimitsTest::transfer).toList();
        assertThat(all)
                .allSatisfy(one -> assertThat(one.path("state").stringValue()).isEqualTo("FINISHED"));
    }

    @Test
    void aClaimThatIsNoLimitMakesABadToken() {
        String token = TestIssuer.sign(key, issuer.claims("carol-sub").claim("max_throughput", "fast"));
        Answer refused = send(token, "POST", "/tcn/v1/transfers", "{\"transfers\": [" + file("d") + "]}");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.body()).contains("max_throughput");
    }
}
