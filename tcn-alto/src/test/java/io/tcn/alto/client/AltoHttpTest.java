// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AltoHttpTest {
    private static final URI HERE = URI.create("http://alto.example/a/ird");
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");
    private static final String JSON = "application/alto-networkmap+json";

    private final FakeTransport server = new FakeTransport();

    private AltoHttp http(AltoAuth auth) {
        return new AltoHttp(
                server,
                Credentials.of(auth, new Random(1)),
                Set.of(Origin.of(HERE), Origin.of(URI.create("https://alto.example/"))),
                Set.of(Origin.of(URI.create("http://elsewhere.example/any"))),
                5,
                InstantSource.fixed(NOW));
    }

    private AltoHttp http() {
        return http(new AltoAuth.None());
    }

    private AltoException failureOfGet(URI uri) {
        return catchThrowableOfType(AltoException.class, () -> http().get(uri, JSON, null));
    }

    private AltoException failureOfPost() {
        return catchThrowableOfType(
                AltoException.class, () -> http().post(HERE, JSON, "application/x", new byte[] {'{', '}'}));
    }

    private static AltoResponse to(int status, String location) {
        return new AltoResponse(status, HttpFields.of(Map.of("Location", location)), new byte[0]);
    }

    @Test
    void g03ParametersGoByPostUnderTheAcceptedType() throws Exception {
        server.on("POST " + HERE, 200, JSON, "{}");
        http().post(HERE, JSON, "application/alto-networkmapfilter+json", "{}".getBytes(StandardCharsets.UTF_8));
        AltoRequest sent = server.requests().getFirst();
        assertThat(sent.method()).isEqualTo("POST");
        assertThat(sent.fields().first("content-type")).contains("application/alto-networkmapfilter+json");
        assertThat(sent.fields().first("accept")).contains(JSON + ",application/alto-error+json");
    }

    @Test
    void g08APostIsRepeatedAfter307And308AndBecomesAGetAfter303() throws Exception {
        server.on("POST " + HERE, _ -> to(307, "/b"));
        server.on("POST http://alto.example/b", _ -> to(308, "c"));
        server.on("POST http://alto.example/c", _ -> to(303, "http://alto.example/result"));
        server.on("GET http://alto.example/result", 200, JSON, "{}");
        AltoAnswer answer = http().post(HERE, JSON, "application/x", "{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        assertThat(answer.uri()).isEqualTo(URI.create("http://alto.example/result"));
        assertThat(server.requests().get(2).toString()).isEqualTo("POST http://alto.example/c");
        assertThat(FakeTransport.body(server.requests().get(2))).isEqualTo("{\"a\":1}");
        AltoRequest last = server.requests().get(3);
        assertThat(last.body()).isNull();
        assertThat(last.fields().first("Content-Type")).isEmpty();
        assertThat(last.fields().first("Accept")).isPresent();
    }

    @Test
    void g08AGetFollows301AndAPostDoesNot() throws Exception {
        server.on("GET " + HERE, _ -> to(301, "/b"));
        server.on("GET http://alto.example/b", 200, JSON, "{}");
        assertThat(http().get(HERE, JSON, null).status()).isEqualTo(200);
        server.on("POST " + HERE, _ -> to(302, "/b"));
        AltoException failure = failureOfPost();
        assertThat(failure.kind()).isEqualTo(Kind.STATUS);
        assertThat(failure.status()).isEqualTo(302);
    }

    @Test
    void g08ALoopOfRedirectsEnds() {
        server.on("GET " + HERE, _ -> to(302, "/b"));
        server.on("GET http://alto.example/b", _ -> to(302, HERE.toString()));
        assertThat(failureOfGet(HERE).kind()).isEqualTo(Kind.REDIRECT);
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void g08FiveRedirectsAreFollowedAndSixAreNot() throws Exception {
        for (int i = 0; i < 6; i++) {
            int next = i + 1;
            server.on("GET http://alto.example/" + i, _ -> to(302, "/" + next));
        }
        server.on("GET http://alto.example/6", 200, JSON, "{}");
        assertThat(http().get(URI.create("http://alto.example/1"), JSON, null).status())
                .isEqualTo(200);
        assertThat(failureOfGet(URI.create("http://alto.example/0")).kind()).isEqualTo(Kind.REDIRECT);
    }

    @Test
    void g08ASecureAddressNeverLeadsToAnInsecureOneNorToAnotherScheme() {
        URI secure = URI.create("https://alto.example/ird");
        server.on("GET " + secure, _ -> to(302, "http://alto.example/ird"));
        assertThat(failureOfGet(secure).kind()).isEqualTo(Kind.REDIRECT);
        server.on("GET " + HERE, _ -> to(302, "file:///etc/passwd"));
        assertThat(failureOfGet(HERE).kind()).isEqualTo(Kind.REDIRECT);
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void g08CredentialsDoNotFollowToAnotherOrigin() throws Exception {
        server.on("GET " + HERE, _ -> to(302, "http://elsewhere.example/ird"));
        server.on("GET http://elsewhere.example/ird", 200, JSON, "{}");
        http(new AltoAuth.Basic("tcn", "s3cret")).get(HERE, JSON, null);
        assertThat(server.requests().getFirst().fields().first("Authorization")).contains("Basic dGNuOnMzY3JldA==");
        assertThat(server.requests().getLast().fields().first("Authorization")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http://hidden.example/ird, http://hidden.example:80",
        "http://127.0.0.1:8161/admin, http://127.0.0.1:8161",
        "http://alto.example:8161/ird, http://alto.example:8161",
        "//hidden.example/ird, http://hidden.example:80",
        "http://elsewhere.example:8080/ird, http://elsewhere.example:8080",
        "https://elsewhere.example/ird, https://elsewhere.example:443"
    })
    void aRedirectToAnotherServerIsNotFollowed(String location, String told) {
        for (int status : List.of(301, 302, 303, 307, 308)) {
            server.on("GET " + HERE, _ -> to(status, location));
            AltoException failure = failureOfGet(HERE);
            assertThat(failure.kind()).isEqualTo(Kind.REDIRECT);
            assertThat(failure).hasMessageContaining("redirects to another server, " + told + ", which is not allowed");
        }
        server.on("POST " + HERE, _ -> to(307, location));
        assertThat(failureOfPost().kind()).isEqualTo(Kind.REDIRECT);
        assertThat(server.requests()).hasSize(6).allMatch(sent -> sent.uri().equals(HERE));
    }

    /// The second server may not lead further, to one that is not allowed.
    @Test
    void whoIsAllowedLeadsToNobodyElse() {
        server.on("GET " + HERE, _ -> to(302, "http://elsewhere.example/ird"));
        server.on("GET http://elsewhere.example/ird", _ -> to(302, "http://hidden.example/ird"));
        assertThat(failureOfGet(HERE)).hasMessageContaining("http://hidden.example:80, which is not allowed");
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void aRedirectToTheSameHostOverTlsIsFollowed() throws Exception {
        server.on("GET http://alto.example/x", _ -> to(301, "https://ALTO.example:8443/x"));
        server.on("GET https://ALTO.example:8443/x", 200, JSON, "{}");
        assertThat(http().get(URI.create("http://alto.example/x"), JSON, null).status())
                .isEqualTo(200);
    }

    @Test
    void aTokenIsAskedForAtEachRequestAndNoSecretIsShown() throws Exception {
        int[] calls = {0};
        AltoAuth bearer = new AltoAuth.Bearer(() -> "t0ken" + calls[0]++);
        server.on("GET " + HERE, 200, JSON, "{}");
        AltoHttp http = http(bearer);
        http.get(HERE, JSON, null);
        http.get(HERE, JSON, null);
        assertThat(server.requests())
                .extracting(sent -> sent.fields().first("Authorization").orElseThrow())
                .containsExactly("Bearer t0ken0", "Bearer t0ken1");
        assertThat(bearer + " " + new AltoAuth.Basic("a", "s3cret") + new AltoAuth.Digest("a", "s3cret"))
                .doesNotContain("t0ken", "s3cret");
    }

    @Test
    void g11AnEntityTagIsSentBackAnd304ConfirmsWhatIsHeld() throws Exception {
        server.on("GET " + HERE, _ -> new AltoResponse(304, HttpFields.NONE, new byte[0]));
        AltoAnswer answer = http().get(HERE, JSON, new Validator(HERE, "\"9f2c\""));
        assertThat(answer.isUnchanged()).isTrue();
        assertThat(server.requests().getFirst().fields().first("If-None-Match")).contains("\"9f2c\"");
        assertThat(failureOfGet(HERE).status()).isEqualTo(304);
    }

    @Test
    void g11AnEntityTagIsNotShownToAnotherAddress() throws Exception {
        server.on("GET " + HERE, 200, JSON, "{}");
        http().get(HERE, JSON, new Validator(URI.create("http://alto.example/b"), "\"9f2c\""));
        assertThat(server.requests().getFirst().fields().first("If-None-Match")).isEmpty();
    }

    @Test
    void x04AnOverloadedServerSaysHowLongToWait() {
        server.on("GET " + HERE, _ -> new AltoResponse(503, HttpFields.of(Map.of("Retry-After", "7200")), new byte[0]));
        AltoException failure = failureOfGet(HERE);
        assertThat(failure.kind()).isEqualTo(Kind.BUSY);
        assertThat(failure.retryAfter()).contains(Duration.ofHours(2));
        assertThat(BackOff.ofRequests(new Random(1)).after(failure, 1)).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void x04ADateInRetryAfterIsUnderstoodWhateverItsWeekday() {
        HttpFields fields = HttpFields.of(Map.of("Retry-After", "Mon, 22 Nov 2026 00:00:30 GMT"));
        assertThat(RetryAfter.of(fields, NOW)).contains(Duration.ofSeconds(30));
        assertThat(RetryAfter.of(HttpFields.of(Map.of("Retry-After", "soon")), NOW))
                .isEmpty();
    }

    @Test
    void eachStatusSaysWhatToDoNext() {
        Map<Integer, Kind> kinds = Map.ofEntries(
                Map.entry(400, Kind.REFUSED),
                Map.entry(401, Kind.AUTH),
                Map.entry(403, Kind.AUTH),
                Map.entry(404, Kind.GONE),
                Map.entry(410, Kind.GONE),
                Map.entry(405, Kind.MISMATCH),
                Map.entry(406, Kind.MISMATCH),
                Map.entry(415, Kind.MISMATCH),
                Map.entry(413, Kind.TOO_MANY_PAIRS),
                Map.entry(429, Kind.BUSY),
                Map.entry(503, Kind.BUSY),
                Map.entry(500, Kind.STATUS),
                Map.entry(300, Kind.STATUS));
        kinds.forEach((status, kind) -> {
            URI uri = URI.create("http://alto.example/" + status);
            server.on("GET " + uri, status, "text/html", "<p>");
            assertThat(failureOfGet(uri).kind()).as("status %s", status).isEqualTo(kind);
            assertThat(failureOfGet(uri).status()).isEqualTo(status);
        });
        assertThat(failureOfGet(URI.create("http://alto.example/nobody")).kind())
                .isEqualTo(Kind.UNREACHABLE);
    }

    @Test
    void freshnessIsWhatTheServerPromisesButNeverLong() {
        assertThat(Freshness.until(HttpFields.of(Map.of("Cache-Control", "public, max-age=60")), NOW))
                .isEqualTo(NOW.plusSeconds(60));
        assertThat(Freshness.until(HttpFields.of(Map.of("Cache-Control", "max-age=99999999999")), NOW))
                .isEqualTo(NOW.plusSeconds(600));
        assertThat(Freshness.until(HttpFields.of(Map.of("Cache-Control", "max-age=60, no-cache")), NOW))
                .isEqualTo(NOW);
        assertThat(Freshness.until(HttpFields.of(Map.of("Expires", "Sun, 22 Nov 2026 00:00:10 GMT")), NOW))
                .isEqualTo(NOW.plusSeconds(10));
        assertThat(Freshness.until(HttpFields.of(Map.of("Expires", "0")), NOW)).isEqualTo(NOW);
    }
}
