// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestIdentity;
import io.tcn.api.harness.TestIdentity.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Tag("it")
class CertificateFaceTest {
    private static final String DN = "/DC=org/DC=example/OU=people/CN=Alice Tester";

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static TestIdentity alice;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of());
        alice = TestIdentity.issued(data(), TestIdentity.ALICE);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Path data() {
        return folder.resolve("data");
    }

    private static Client as(TestIdentity who) throws IOException {
        return Client.of(server.server().port(), data(), who);
    }

    private static Answer get(TestIdentity who, String path) throws IOException {
        try (Client client = as(who)) {
            return client.get(path);
        }
    }

    @Test
    @DisplayName("2.2: a proxy, a proxy of a proxy and a legacy proxy are their owner")
    void proxies() throws IOException {
        TestIdentity proxy = alice.proxy("123456789");
        for (TestIdentity who : List.of(
                alice,
                proxy,
                proxy.proxy("42"),
                alice.proxy("proxy", Shape.lasting(Duration.ofHours(1))),
                alice.proxy("7", Shape.lasting(Duration.ofHours(1)).withPolicy(TestIdentity.LIMITED)))) {
            JsonNode whoami = get(who, "//whoami").json();

            assertThat(whoami.path("user_dn").stringValue()).isEqualTo(DN);
            assertThat(whoami.path("delegation_id").stringValue()).isEqualTo("15c918e83400085d");
            assertThat(whoami.path("method").stringValue()).isEqualTo("certificate");
        }
    }

    @Test
    @DisplayName("2.2: a proxy submits and sees the job with the certificate")
    void aProxySubmits() throws IOException {
        String job;
        try (Client proxy = as(alice.proxy("1"))) {
            job = proxy.submit("{\"files\": [{\"sources\": [\"davs://a.example.org/f\"],"
                    + " \"destinations\": [\"davs://b.example.org/f\"]}]}");
        }
        assertThat(get(alice, "/jobs/" + job).text("user_dn")).isEqualTo(DN);
    }

    @Test
    @DisplayName("2.2: expired, future, self-made and over-long credentials fail in the handshake")
    void refusedInTheHandshake() throws IOException {
        Instant now = Instant.now();
        Shape past = new Shape(now.minusSeconds(7200), now.minusSeconds(5), null, null);
        Shape future = new Shape(now.plusSeconds(600), now.plusSeconds(7200), null, null);
        for (TestIdentity who : List.of(
                TestIdentity.issued(data(), TestIdentity.ALICE, past),
                TestIdentity.issued(data(), TestIdentity.ALICE, future),
                TestIdentity.selfMade(TestIdentity.ALICE),
                TestIdentity.selfMade(TestIdentity.ALICE).proxy("1"),
                alice.proxy("1", past.withPolicy(TestIdentity.INHERIT_ALL)),
                alice.proxy(
                                "1",
                                Shape.lasting(Duration.ofHours(1))
                                        .withPolicy(TestIdentity.INHERIT_ALL)
                                        .withPathLength(0))
                        .proxy("2"))) {
            assertThatThrownBy(() -> get(who, "/whoami")).isInstanceOf(UncheckedIOException.class);
        }
        assertThat(get(alice, "/whoami").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("2.2: the certificate of the server itself is root")
    void root() throws IOException {
        JsonNode whoami = get(
                        TestIdentity.read(data().resolve("pki/server.pem"), data().resolve("pki/server.key")),
                        "/whoami")
                .json();

        assertThat(whoami.path("is_root").booleanValue()).isTrue();
        assertThat(whoami.at("/level/config").stringValue()).isEqualTo("all");
    }

    @Test
    @DisplayName("2.6: whoami of a user: public rights, all keys")
    void whoami() throws IOException {
        JsonNode whoami = get(alice, "/whoami").json();

        assertThat(whoami.propertyNames())
                .containsExactlyInAnyOrder(
                        "user_dn",
                        "dn",
                        "base_id",
                        "vos",
                        "vos_id",
                        "voms_cred",
                        "roles",
                        "level",
                        "delegation_id",
                        "method",
                        "is_root");
        assertThat(whoami.path("level").toString()).isEqualTo("{\"transfer\":\"vo\",\"datamanagement\":\"all\"}");
        assertThat(whoami.path("base_id").stringValue()).isEqualTo("01874efb-4735-4595-bc9c-591aef8240c9");
    }

    @Test
    @DisplayName("2.6: whoami/certificate is the chain as PEM, for certificates only")
    void whoamiCertificate() throws IOException {
        Answer answer = get(alice.proxy("5"), "/whoami/certificate");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.contentType()).startsWith("application/x-pem-file");
        assertThat(answer.body().split("BEGIN CERTIFICATE", -1)).hasSize(3);
        assertThat(answer.body()).doesNotContain("PRIVATE");
        assertThat(server.nobody().get("/whoami/certificate").status()).isEqualTo(403);
    }

    @Test
    @DisplayName("1.6: an Origin other than the server's own is refused")
    void origins() {
        Client client = server.alice();
        for (String origin : List.of("https://evil.example.org", "null", "https://localhost", "not a url")) {
            Answer answer = client.send(
                    client.request("/whoami").header("Origin", origin).GET());
            assertThat(answer.status()).as(origin).isEqualTo(403);
            assertThat(answer.text("status")).isEqualTo("403 Forbidden");
        }
        String own = "https://localhost:" + server.server().port();
        assertThat(client.send(client.request("/whoami").header("Origin", own).GET())
                        .status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("2.1: Authorization: Basic is ignored")
    void basic() {
        Client client = server.alice();
        assertThat(client.send(client.request("/whoami")
                                .header("Authorization", "Basic YTpi")
                                .GET())
                        .text("user_dn"))
                .isEqualTo(DN);
    }

    @Test
    @DisplayName("2.7: without an authorized VO every route is 403, but for administrators")
    void authorizedVos(@TempDir Path other) throws IOException {
        try (RunningServer strict = RunningServer.start(
                other,
                Map.of(
                        "tcn.security.authorized-vos",
                        "cms,atlas",
                        "tcn.security.trusted-origins",
                        "https://portal.example.org"))) {
            for (String path : List.of("/", "/whoami", "/jobs", "/no-such-route", "/tcn/v1/pipes")) {
                assertThat(strict.alice().get(path).status()).as(path).isEqualTo(403);
                assertThat(strict.nobody().get(path).status()).as(path).isEqualTo(403);
            }
            assertThat(strict.nobody().get("/tcn/v1/health").status()).isEqualTo(200);
            assertThat(strict.demo().get("/whoami").status()).isEqualTo(200);
            strict.demo().post("/tcn/v1/users", "{\"id\": \"cms\", \"dns\": [\"" + DN + "\"]}");
            assertThat(strict.alice().get("/whoami").json().at("/vos/0").stringValue())
                    .isEqualTo("cms");
            Client client = strict.alice();
            assertThat(client.send(client.request("/whoami")
                                    .header("Origin", "https://portal.example.org")
                                    .GET())
                            .status())
                    .isEqualTo(200);
        }
    }
}
