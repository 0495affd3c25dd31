// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.TestIssuer;
import io.tcn.api.store.WaitReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Section 5.7: the tokens of a submission.
@DisplayName("5.7 Tokens inside a submission")
class Section5TokensTest extends ContractServer {
    private static final String TWO_SOURCES =
            "\"sources\": [\"davs://a/f\", \"davs://c/f\"], \"destinations\": [\"davs://b/f\"]";

    private @Nullable TestIssuer issuer;
    private @Nullable RSAKey key;

    @Override
    Map<String, String> settings() {
        try {
            TestIssuer started = TestIssuer.start();
            issuer = started;
            key = started.newKey("k");
            return Map.of("tcn.security.issuers[0].url", started.url());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @AfterAll
    void stopIssuer() {
        if (issuer != null) {
            issuer.close();
        }
    }

    /// A token of the issuer, or what the word says.
    private String token(String what) {
        if (issuer == null || key == null) {
            throw new IllegalStateException("not started");
        }
        return switch (what) {
            case "blank" -> " ";
            case "no-jwt" -> "abc";
            case "expired" ->
                TestIssuer.sign(
                        key,
                        issuer.claims("x")
                                .expirationTime(Date.from(Instant.now().minusSeconds(3600))));
            case "other-issuer" -> TestIssuer.sign(key, issuer.claims("x").issuer("https://other.example.org/"));
            case "no-scope" -> TestIssuer.sign(key, issuer.claims("x").claim("scope", null));
            case "no-exp" -> TestIssuer.sign(key, issuer.claims("x").expirationTime(null));
            default -> TestIssuer.sign(key, issuer.claims(what).claim("scope", "storage.read offline_access"));
        };
    }

    private String own() {
        if (issuer == null || key == null) {
            throw new IllegalStateException("not started");
        }
        return TestIssuer.sign(key, issuer.claims("alice-sub"));
    }

    private Answer send(String own, String method, String path, String body) {
        return nobody().send(nobody().request(path)
                .header("Authorization", "Bearer " + own)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    }

    /// FTS's name of a token: the first 16 hex digits of its SHA-1.
    private static String name(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Test
    @DisplayName("4.1 the vector of token ids: abc gives a9993e364706816a")
    void vector() {
        assertThat(name("abc")).isEqualTo("a9993e364706816a");
    }

    @Test
    @DisplayName("5.7 no list in any entry: the caller's own token for both ends")
    void ownToken() {
        String own = own();
        Answer submitted = send(own, "POST", "/jobs", filled("{\"files\": [FILE, {PAIR, \"source_tokens\": null}]}"));
        assertThat(submitted.status()).as(submitted.body()).isEqualTo(200);
        Answer files = send(own, "GET", "/jobs/" + submitted.text("job_id") + "/files", "");
        for (JsonNode file : files.json()) {
            assertThat(file.path("src_token_id").stringValue()).isEqualTo(name(own));
            assertThat(file.path("dst_token_id").stringValue()).isEqualTo(name(own));
            assertThat(file.path("file_state").stringValue()).isEqualTo("SUBMITTED");
            assertThat(file.path("file_state_initial").stringValue()).isEmpty();
        }
        JsonNode job = send(own, "GET", "/jobs/" + submitted.text("job_id"), "").json();
        assertThat(job.at("/job_metadata/auth_method").stringValue()).isEqualTo("oauth2");
        assertThat(job.path("user_dn").stringValue()).isEqualTo("alice-sub");
    }

    @Test
    @DisplayName("5.7 both lists: each file has its own, and no answer shows a token")
    void lists() {
        String own = own();
        String one = token("one");
        String two = token("two");
        String writes = token("three");
        Answer submitted = send(
                own,
                "POST",
                "/jobs",
                "{\"files\": [{" + TWO_SOURCES + ", \"source_tokens\": [\"" + one + "\", \"" + two
                        + "\"], \"destination_tokens\": [\"" + writes
                        + "\"]}], \"params\": {\"unmanaged_tokens\": true}}");
        assertThat(submitted.status()).as(submitted.body()).isEqualTo(200);
        String id = submitted.text("job_id");
        Answer files = send(own, "GET", "/jobs/" + id + "/files", "");
        assertThat(files.json().findValuesAsString("src_token_id")).containsExactly(name(one), name(two));
        assertThat(files.json().findValuesAsString("dst_token_id")).containsOnly(name(writes));
        for (String path :
                new String[] {"/jobs/" + id, "/jobs/" + id + "/files", "/archive/" + id, "/files", "/jobs"}) {
            assertThat(send(own, "GET", path, "").body()).doesNotContain(one, two, writes, own);
        }
    }

    @ParameterizedTest(name = "5.7 source tokens [{0}], destination tokens [{1}]: {2}", quoteTextArguments = false)
    @CsvSource({
        "good, good, 200",
        "good, none, 400",
        "none, good, 400",
        "empty, empty, 200",
        "good, empty, 400",
        "good good, good, 400",
        "good, good good, 400",
        "blank, good, 400",
        "good, blank, 400",
        "no-jwt, good, 400",
        "good, no-jwt, 400",
        "expired, good, 400",
        "other-issuer, good, 400",
        "no-scope, good, 400",
        "no-exp, good, 400"
    })
    void counts(String sources, String destinations, int status) {
        String body = filled("{\"files\": [{PAIR" + list("source_tokens", sources)
                + list("destination_tokens", destinations) + "}]}");
        Answer answer = send(own(), "POST", "/jobs", body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        if (status == 400) {
            assertError(answer, 400);
            assertThat(answer.body()).doesNotContain("eyJ");
        }
    }

    private String list(String key, String words) {
        if (words.equals("none")) {
            return "";
        }
        StringBuilder list = new StringBuilder(", \"" + key + "\": [");
        if (!words.equals("empty")) {
            String separator = "";
            for (String word : words.split(" ", -1)) {
                list.append(separator).append('"').append(token(word)).append('"');
                separator = ", ";
            }
        }
        return list.append(']').toString();
    }

    @Test
    @DisplayName("5.7 each file has the time of its own tokens, not of the first of the job")
    void endsOfTokens() {
        Instant soon = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(600);
        Instant late = soon.plusSeconds(3600);
        String early = until(soon);
        String lasting = until(late);
        String own = own();
        Answer submitted = send(
                own,
                "POST",
                "/jobs",
                filled("{\"files\": [" + entry(early, lasting) + ", " + entry(lasting, lasting)
                        + "], \"params\": {\"unmanaged_tokens\": true}}"));
        assertThat(submitted.status()).as(submitted.body()).isEqualTo(200);
        List<Long> files = new ArrayList<>();
        send(own, "GET", "/jobs/" + submitted.text("job_id") + "/files", "")
                .json()
                .forEach(file -> files.add(file.path("file_id").longValue()));
        assertThat(server().server().bean(WaitReader.class).credentialEnds(files))
                .isEqualTo(Map.of(files.get(0), soon, files.get(1), late));
    }

    private static String entry(String source, String destination) {
        return "{PAIR, \"source_tokens\": [\"" + source + "\"], \"destination_tokens\": [\"" + destination + "\"]}";
    }

    private String until(Instant end) {
        if (issuer == null || key == null) {
            throw new IllegalStateException("not started");
        }
        return TestIssuer.sign(
                key, issuer.claims("x").claim("scope", "storage.read").expirationTime(Date.from(end)));
    }

    @Test
    @DisplayName("5.7 lists in one entry only: 400")
    void notAllEntries() {
        String token = token("one");
        String body = filled("{\"files\": [FILE, {PAIR, \"source_tokens\": [\"" + token
                + "\"], \"destination_tokens\": [\"" + token + "\"]}]}");
        assertError(send(own(), "POST", "/jobs", body), 400);
    }
}
