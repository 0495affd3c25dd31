// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.PlainJWT;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestIssuer;
import io.tcn.api.harness.TestPki;
import io.tcn.api.security.ClientTls;
import io.tcn.api.security.NameUuid;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
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
class TokenFaceTest {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static TestIssuer issuer;
    private static TestIssuer ofCms;
    private static RSAKey key;
    private static RSAKey cmsKey;

    @BeforeAll
    static void start() throws IOException {
        // One issuer has TLS: with the certificate that the server will have, so that there is a file to trust.
        Path data = folder.resolve("data");
        Pki pki = TestPki.into(data);
        issuer = TestIssuer.start(ClientTls.of(pki.caCertificate(), pki.serverCertificate(), pki.serverKey()));
        key = issuer.newKey("k1");
        ofCms = TestIssuer.start();
        cmsKey = ofCms.newKey("c1");
        Map<String, String> settings = new HashMap<>();
        settings.put("tcn.security.issuers[0].url", issuer.url());
        settings.put("tcn.security.issuers[0].trust", pki.caCertificate().toString());
        settings.put("tcn.security.issuers[1].url", ofCms.url());
        settings.put("tcn.security.issuers[1].vo", "cms");
        settings.put("tcn.security.issuers[1].scope", "fts");
        settings.put("tcn.security.issuers[1].audiences", "fts.example.org");
        settings.put("tcn.security.administrators", issuer.url() + " root-sub");
        server = RunningServer.start(folder, settings);
    }

    @AfterAll
    static void stop() {
        server.close();
        issuer.close();
        ofCms.close();
    }

    private static Answer get(String token, String path) {
        return send(server.nobody(), token, "GET", path, "");
    }

    private static Answer send(Client client, String token, String method, String path, String body) {
        return client.send(client.request(path)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
    }

    private static String alice() {
        return TestIssuer.sign(key, issuer.claims("alice-sub"));
    }

    @Test
    @DisplayName("2.6: whoami of a token: subject, host of the issuer as VO, scopes, profile")
    void whoami() {
        JsonNode who = get(alice(), "//whoami").json();

        assertThat(who.path("user_dn").stringValue()).isEqualTo("alice-sub");
        assertThat(who.path("method").stringValue()).isEqualTo("oauth2");
        assertThat(who.path("vos").toString()).isEqualTo("[\"localhost\"]");
        assertThat(who.path("delegation_id").stringValue())
                .isEqualTo(NameUuid.delegationId(issuer.url(), List.of("alice-sub")));
        assertThat(who.path("voms_cred").toString()).isEqualTo("[\"fts\",\"openid\"]");
        assertThat(who.path("oauth2_scope").stringValue()).isEqualTo("fts openid");
        assertThat(who.path("wlcg_profile").booleanValue()).isTrue();
        assertThat(who.path("is_root").booleanValue()).isFalse();
        assertThat(who.path("level").toString()).isEqualTo("{\"transfer\":\"vo\",\"datamanagement\":\"all\"}");
    }

    @Test
    @DisplayName("2.3: the VO of a token: the issuer's, then wlcg.groups, then the host")
    void vos() {
        String groups = TestIssuer.sign(
                key, issuer.claims("grouped").claim("wlcg.groups", List.of("/cms/de", "/cms", "/bad name")));
        assertThat(get(groups, "/whoami").json().path("vos").toString()).isEqualTo("[\"cms/de\",\"cms\"]");
        String ofSomebody = TestIssuer.sign(
                key, issuer.claims("grouped").claim("wlcg.groups", List.of("/15c918e83400085d", "/15C918E83400085D")));
        assertThat(get(ofSomebody, "/whoami").json().path("vos").toString()).isEqualTo("[\"localhost\"]");
        String ofIssuer = TestIssuer.sign(
                cmsKey, ofCms.claims("x").audience("fts.example.org").claim("wlcg.groups", List.of("/atlas")));
        assertThat(get(ofIssuer, "/whoami").json().path("vos").toString()).isEqualTo("[\"cms\"]");
    }

    @Test
    @DisplayName("2.1: a token wins over the certificate of the connection")
    void tokenWins() {
        assertThat(send(server.alice(), alice(), "GET", "/whoami", "").text("user_dn"))
                .isEqualTo("alice-sub");
        assertThat(send(server.alice(), "abc", "GET", "/whoami", "").status()).isEqualTo(401);
    }

    @Test
    @DisplayName("2.3: every bad token is 401 in JSON, on every route, and never shown")
    void badTokens() {
        Instant past = Instant.now().minusSeconds(3700);
        for (String token : List.of(
                "abc",
                "",
                new PlainJWT(issuer.claims("alice-sub").build()).serialize(),
                TestIssuer.sign(TestIssuer.rsa("k1"), issuer.claims("alice-sub")),
                TestIssuer.sign(key, issuer.claims("alice-sub").issuer("https://other.example.org/")),
                TestIssuer.sign(key, issuer.claims("alice-sub").audience("other")),
                TestIssuer.sign(key, issuer.claims("alice-sub").expirationTime(Date.from(past))),
                TestIssuer.sign(key, ofCms.claims("alice-sub").audience("fts.example.org")),
                TestIssuer.sign(
                        cmsKey, ofCms.claims("x").audience("fts.example.org").claim("scope", "openid")))) {
            for (String path : List.of("/", "/whoami", "/jobs", "/nowhere", "/delegation/x", "/error")) {
                Answer answer = get(token, path);
                assertThat(answer.status()).as(path).isEqualTo(401);
                assertThat(answer.text("status")).isEqualTo("401 Unauthorized");
                assertThat(answer.text("message")).isNotEmpty();
                assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
                if (token.length() > 5) {
                    assertThat(answer.body()).doesNotContain(token);
                }
            }
            Answer own = get(token, "/tcn/v1/pipes");
            assertThat(own.status()).isEqualTo(401);
            assertThat(own.contentType()).startsWith("application/problem+json");
        }
    }

    @Test
    @DisplayName("2.3: token users have the rights of certificate users: others' jobs are 403")
    void rights() {
        String open = "{\"files\": [{\"sources\": [\"davs://a.example.org/f\"],"
                + " \"destinations\": [\"davs://b.example.org/f\"]}]}";
        String job = server.demo().submit(open);
        assertThat(get(alice(), "/jobs/" + job).status()).isEqualTo(403);
        assertThat(send(server.nobody(), alice(), "DELETE", "/jobs/" + job, "").status())
                .isEqualTo(403);
        Answer own = send(server.nobody(), alice(), "POST", "/jobs", open);
        assertThat(own.status()).isEqualTo(200);
        assertThat(get(alice(), "/jobs/" + own.text("job_id")).text("user_dn")).isEqualTo("alice-sub");
    }

    @Test
    @DisplayName("2.2: administrators may have tokens; the issuer is part of their name")
    void administrators() {
        assertThat(get(TestIssuer.sign(key, issuer.claims("root-sub")), "/whoami")
                        .json()
                        .path("is_root")
                        .booleanValue())
                .isTrue();
        assertThat(get(TestIssuer.sign(cmsKey, ofCms.claims("root-sub").audience("fts.example.org")), "/whoami")
                        .json()
                        .path("is_root")
                        .booleanValue())
                .isFalse();
    }

    @Test
    @DisplayName("2.3: routes that need a certificate are 403 for tokens, the view of a delegation is not")
    void certificateOnly() {
        String id = NameUuid.delegationId(issuer.url(), List.of("alice-sub"));
        Instant ends = Instant.now().plusSeconds(3600);
        String token = TestIssuer.sign(key, issuer.claims("alice-sub").expirationTime(Date.from(ends)));

        assertThat(get(token, "/delegation/" + id).text("termination_time"))
                .isEqualTo(ends.truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
                        .toString()
                        .replace("Z", ""));
        assertThat(get(token, "/delegation/" + id + "/request").status()).isEqualTo(403);
        assertThat(send(server.nobody(), token, "PUT", "/delegation/" + id + "/credential", "x")
                        .status())
                .isEqualTo(403);
        assertThat(send(server.nobody(), token, "DELETE", "/delegation/" + id, "")
                        .status())
                .isEqualTo(403);
        assertThat(get(token, "/whoami/certificate").status()).isEqualTo(403);
    }
}
