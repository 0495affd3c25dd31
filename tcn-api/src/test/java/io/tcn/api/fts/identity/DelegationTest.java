// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestIdentity;
import io.tcn.api.harness.TestIdentity.Shape;
import io.tcn.api.policy.SubmissionChecks;
import io.tcn.api.policy.SubmissionRefusedException;
import io.tcn.api.security.Caller;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

@Tag("it")
class DelegationTest {
    private static final String ID = "15c918e83400085d";
    private static final String VIEW = "/delegation/" + ID;

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static TestIdentity alice;
    private Client client;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of("tcn.fts.delegation-required", "true"));
        alice = TestIdentity.issued(data(), TestIdentity.ALICE);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void connect() throws IOException {
        client = Client.of(server.server().port(), data(), alice);
        client.delete(VIEW);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    private static Path data() {
        return folder.resolve("data");
    }

    private static Shape hours(int hours) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return new Shape(now.minusSeconds(5), now.plus(Duration.ofHours(hours)), TestIdentity.INHERIT_ALL, null);
    }

    private PublicKey requestedKey() throws Exception {
        Answer answer = client.get(VIEW + "/request");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        try (PEMParser parser = new PEMParser(new StringReader(answer.body()))) {
            return new JcaPKCS10CertificationRequest((PKCS10CertificationRequest) parser.readObject()).getPublicKey();
        }
    }

    private Answer put(List<X509Certificate> chain) throws IOException {
        return put(pem(chain));
    }

    private Answer put(String body) {
        return client.send(client.request("/" + VIEW + "/credential").PUT(BodyPublishers.ofString(body)));
    }

    private static String pem(List<X509Certificate> chain) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            for (X509Certificate certificate : chain) {
                writer.writeObject(certificate);
            }
        }
        return text.toString();
    }

    private static List<X509Certificate> chain(X509Certificate proxy) {
        return List.of(proxy, alice.chain().getFirst());
    }

    private void refused(Answer answer, String reason) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.text("status")).isEqualTo("400 Bad Request");
        assertThat(answer.text("message")).contains(reason);
    }

    // --- the sequence

    @Test
    @DisplayName("2.4 step 2: nothing delegated is null for clients before 3.12, an empty list for newer ones")
    void nothingDelegated() {
        assertThat(client.get(VIEW).body()).isEqualTo("null");
        for (String agent : List.of("fts-rest-cli/3.12.0", "fts-python-bindings/3.14.2", "fts-rest-cli/4.0")) {
            assertThat(client.send(client.request(VIEW)
                                    .header("User-Agent", agent)
                                    .GET())
                            .body())
                    .as(agent)
                    .isEqualTo("[]");
        }
        for (String agent : List.of("fts-rest-cli/3.11.9", "curl/8", "fts-rest-cli/x")) {
            assertThat(client.send(client.request(VIEW)
                                    .header("User-Agent", agent)
                                    .GET())
                            .body())
                    .as(agent)
                    .isEqualTo("null");
        }
    }

    @Test
    @DisplayName("2.4 step 3: the request is PKCS#10 version 0, self-signed, O=Dummy, RSA 2048")
    void request() throws Exception {
        Answer answer = client.get(VIEW + "/request");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.contentType()).startsWith("text/plain");
        assertThat(answer.headers().firstValue("X-Delegation-ID")).contains(ID);
        assertThat(answer.body()).startsWith("-----BEGIN CERTIFICATE REQUEST-----");
        try (PEMParser parser = new PEMParser(new StringReader(answer.body()))) {
            PKCS10CertificationRequest request = (PKCS10CertificationRequest) parser.readObject();
            assertThat(request.toASN1Structure()
                            .getCertificationRequestInfo()
                            .getVersion()
                            .intValueExact())
                    .isZero();
            assertThat(request.getSubject()).hasToString("O=Dummy");
            assertThat(request.isSignatureValid(
                            new JcaContentVerifierProviderBuilder().build(request.getSubjectPublicKeyInfo())))
                    .isTrue();
            RSAPublicKey key = (RSAPublicKey) new JcaPKCS10CertificationRequest(request).getPublicKey();
            assertThat(key.getModulus().bitLength()).isEqualTo(2048);
        }
    }

    @Test
    @DisplayName("2.4 steps 2 to 5: request, proxy, view, remove")
    void delegate() throws Exception {
        PublicKey key = requestedKey();
        assertThat(requestedKey()).as("the key is kept until it is used").isEqualTo(key);
        Shape seven = hours(7);

        Answer answer = put(chain(alice.signProxy(key, "1767225600", seven)));

        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.body()).isEmpty();
        Answer view = client.get(VIEW);
        assertThat(view.text("termination_time"))
                .isEqualTo(seven.to().toString().replace("Z", ""));
        assertThat(view.json().path("voms_attrs").isArray()).isTrue();
        assertThat(requestedKey()).as("a new key after each proxy").isNotEqualTo(key);
        assertThat(client.delete(VIEW).status()).isEqualTo(204);
        assertThat(client.delete(VIEW).status()).isEqualTo(404);
    }

    @Test
    @DisplayName("2.4: POST works as PUT; a proxy of a proxy, and a legacy proxy, can be delegated")
    void otherForms() throws Exception {
        TestIdentity proxy = alice.proxy("11");
        X509Certificate second = proxy.signProxy(requestedKey(), "22", hours(3));
        String body = pem(List.of(second, proxy.chain().get(0), proxy.chain().get(1)));
        assertThat(client.send(client.request(VIEW + "/credential").POST(BodyPublishers.ofString(body)))
                        .status())
                .isEqualTo(201);

        Shape plain = new Shape(hours(3).from(), hours(3).to(), null, null);
        assertThat(put(chain(alice.signProxy(requestedKey(), "proxy", plain))).status())
                .isEqualTo(201);
    }

    @Test
    @DisplayName("2.4: termination_time is the earliest end of the chain")
    void earliestEnd() throws Exception {
        TestIdentity brief = alice.proxy("11", hours(2));
        X509Certificate second = brief.signProxy(requestedKey(), "22", hours(5));
        put(List.of(second, brief.chain().get(0), brief.chain().get(1)));

        assertThat(client.get(VIEW).text("termination_time"))
                .isEqualTo(brief.chain()
                        .getFirst()
                        .getNotAfter()
                        .toInstant()
                        .toString()
                        .replace("Z", ""));
    }

    // --- the checks of step 4

    @Test
    @DisplayName("2.4 step 4: a proxy without a request is 400")
    void withoutRequest() throws Exception {
        PublicKey key = requestedKey();
        assertThat(put(chain(alice.signProxy(key, "1", hours(1)))).status()).isEqualTo(201);
        refused(put(chain(alice.signProxy(key, "1", hours(1)))), "request");
    }

    @Test
    @DisplayName("2.4 step 4: one certificate only, or no PEM, is 400")
    void tooShort() throws Exception {
        refused(put(List.of(alice.signProxy(requestedKey(), "1", hours(1)))), "certificate");
        for (String body : List.of("", "hello", "{}", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----")) {
            refused(put(body), "");
        }
    }

    @Test
    @DisplayName("2.4 step 4: another key than the requested one is 400")
    void otherKey() throws Exception {
        requestedKey();
        refused(put(chain(alice.signProxy(TestIdentity.newKeys().getPublic(), "1", hours(1)))), "key");
    }

    @Test
    @DisplayName("2.4 step 4: a signature that is not the second certificate's is 400")
    void otherSigner() throws Exception {
        TestIdentity forged = TestIdentity.selfMade(TestIdentity.ALICE);
        refused(put(chain(forged.signProxy(requestedKey(), "1", hours(1)))), "signed");
    }

    @Test
    @DisplayName("2.4 step 4: a subject that is not the issuer's and exactly one CN is 400")
    void otherSubject() throws Exception {
        PublicKey key = requestedKey();
        for (String subject : List.of(
                "DC=org,DC=example,OU=people,CN=Alice Tester",
                "DC=org,DC=example,OU=people,CN=Alice Tester,CN=1,CN=2",
                "DC=org,DC=example,OU=people,CN=Bob,CN=1",
                "DC=org,DC=example,OU=people,CN=Alice Tester,OU=1",
                "CN=1")) {
            refused(put(chain(alice.sign(subject, key, hours(1)))), "subject");
        }
    }

    @Test
    @DisplayName("2.4 step 4: a proxy of somebody else, an expired and a limited one are 400")
    void useless() throws Exception {
        TestIdentity bob = TestIdentity.issued(data(), "DC=org,DC=example,OU=people,CN=Bob");
        refused(
                put(List.of(
                        bob.signProxy(requestedKey(), "1", hours(1)),
                        bob.chain().getFirst())),
                "somebody else");
        TestIdentity forged = TestIdentity.selfMade(TestIdentity.ALICE);
        refused(
                put(List.of(
                        forged.signProxy(requestedKey(), "1", hours(1)),
                        forged.chain().getFirst())),
                "not accepted");
        Instant now = Instant.now();
        Shape past = new Shape(now.minusSeconds(60), now.minusSeconds(1), TestIdentity.INHERIT_ALL, null);
        refused(put(chain(alice.signProxy(requestedKey(), "1", past))), "expired");
        refused(put(chain(alice.signProxy(requestedKey(), "1", hours(1).withPolicy(TestIdentity.LIMITED)))), "limited");
        assertThat(put("x".repeat(300_000)).status()).isEqualTo(413);
    }

    @Test
    @DisplayName("2.4: another user's id is 403 on every route")
    void othersId() throws Exception {
        for (String id : List.of("0000000000000000", "'; drop table delegation; --".replace(" ", "%20"))) {
            String base = "/delegation/" + id;
            assertThat(client.get(base).status()).isEqualTo(403);
            assertThat(client.delete(base).status()).isEqualTo(403);
            assertThat(client.get(base + "/request").status()).isEqualTo(403);
            assertThat(client.put(base + "/credential", "x").status()).isEqualTo(403);
            assertThat(client.post(base + "/voms", "[]").status()).isEqualTo(403);
        }
        for (Client other : List.of(server.nobody(), server.demo())) {
            assertThat(other.get(VIEW).status()).isEqualTo(403);
            assertThat(other.get(VIEW + "/request").status()).isEqualTo(403);
            assertThat(other.delete(VIEW).status()).isEqualTo(403);
        }
    }

    @Test
    @DisplayName("2.4: VOMS commands are 424")
    void voms() {
        Answer answer = client.post(VIEW + "/voms", "[\"cms\"]");
        assertThat(answer.status()).isEqualTo(424);
        assertThat(answer.text("status")).isEqualTo("424 Failed Dependency");
    }

    // --- what is stored

    @Test
    @DisplayName("2.4: keys and proxies are in the database, but not to be read")
    void sealed() throws Exception {
        requestedKey();
        JdbcTemplate jdbc = server.server().bean(JdbcTemplate.class);
        put(chain(alice.signProxy(requestedKey(), "1", hours(1))));
        requestedKey();
        for (String sql : List.of("select sealed from delegation", "select sealed from delegation_request")) {
            List<String> rows = jdbc.queryForList(sql, String.class);
            assertThat(rows).isNotEmpty().allSatisfy(row -> {
                assertThat(row).doesNotContain("BEGIN", "PRIVATE");
                assertThat(new String(
                                java.util.Base64.getDecoder().decode(row),
                                java.nio.charset.StandardCharsets.ISO_8859_1))
                        .doesNotContain("BEGIN", "PRIVATE", "Alice");
            });
        }
    }

    // --- what a submission asks

    @Test
    @DisplayName("2.5: where delegation is required, a missing or short one is 419, a good one is not")
    void requiredForSubmission() throws Exception {
        SubmissionChecks checks = server.server().bean(SubmissionChecks.class);
        Caller caller = new Caller(
                "/DC=org/DC=example/OU=people/CN=Alice Tester",
                Caller.Method.CERTIFICATE,
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                false,
                ID,
                Instant.now());
        assertThatThrownBy(() -> checks.delegation(caller))
                .isInstanceOfSatisfying(
                        SubmissionRefusedException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(419));

        Instant now = Instant.now();
        put(chain(alice.signProxy(
                requestedKey(),
                "1",
                new Shape(now.minusSeconds(5), now.plusSeconds(1800), TestIdentity.INHERIT_ALL, null))));
        assertThatThrownBy(() -> checks.delegation(caller))
                .isInstanceOf(SubmissionRefusedException.class)
                .hasMessageContaining("one hour");

        put(chain(alice.signProxy(requestedKey(), "1", hours(7))));
        assertThatCode(() -> checks.delegation(caller)).doesNotThrowAnyException();
    }
}
