// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DigestTest {
    private static final URI HERE = URI.create("http://alto.example/a?b=c");
    private static final AltoAuth.Digest SECRET = new AltoAuth.Digest("Mufasa", "Circle of Life");

    private final FakeTransport server = new FakeTransport();

    private AltoHttp http() {
        return new AltoHttp(
                server,
                Credentials.of(SECRET, new Random(1)),
                Set.of(Origin.of(HERE)),
                Set.of(),
                5,
                InstantSource.fixed(Instant.EPOCH));
    }

    private static AltoResponse challenge(String... offers) {
        TreeMap<String, List<String>> fields = new TreeMap<>();
        fields.put("www-authenticate", List.of(offers));
        return new AltoResponse(401, new HttpFields(fields), new byte[0]);
    }

    private static String nonce(String nonce) {
        return "Digest realm=\"r, \\\"x\\\"\", qop=\"auth-int, auth\", nonce=\"" + nonce + "\", algorithm=SHA-256";
    }

    /// Lets in whoever proves to know the password under this nonce.
    private static boolean proves(AltoRequest request, String nonce) {
        String field = request.fields().first("Authorization").orElse("");
        if (!field.startsWith("Digest ")) {
            return false;
        }
        AuthChallenge given = AuthChallenge.parse(List.of(field)).getFirst();
        String expected = DigestCredentials.response(
                "SHA-256",
                SECRET,
                List.of("r, \"x\"", nonce, given.parameter("nc", ""), given.parameter("cnonce", "")),
                request.method(),
                "/a?b=c");
        return given.parameter("nonce", "").equals(nonce)
                && given.parameter("uri", "").equals("/a?b=c")
                && given.parameter("response", "").equals(expected);
    }

    @Test
    void g02TheProofIsThatOfTheExampleInTheRfc() {
        // RFC 7616 §3.9.1
        List<String> values = List.of(
                "http-auth@example.org",
                "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
                "00000001",
                "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ");
        assertThat(DigestCredentials.response("MD5", SECRET, values, "GET", "/dir/index.html"))
                .isEqualTo("8ca523f5e9506fed4657c9700eebdbec");
        assertThat(DigestCredentials.response("SHA-256", SECRET, values, "GET", "/dir/index.html"))
                .isEqualTo("753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1");
    }

    @Test
    void g02AChallengeIsAnsweredOnceAndItsNonceIsUsedAgain() throws Exception {
        server.on(
                "POST " + HERE,
                request -> proves(request, "n1")
                        ? FakeTransport.response(200, "application/x", "{}")
                        : challenge("Basic realm=\"r\", Digest realm=\"r\", nonce=\"m\", qop=\"auth\"", nonce("n1")));
        AltoHttp http = http();
        http.post(HERE, "application/x", "application/y", new byte[] {1});
        http.post(HERE, "application/x", "application/y", new byte[] {1});
        assertThat(server.requests()).hasSize(3);
        assertThat(server.requests().get(1).fields().first("Authorization").orElseThrow())
                .contains("nc=00000001", "algorithm=SHA-256");
        assertThat(server.requests().get(2).fields().first("Authorization").orElseThrow())
                .contains("nc=00000002")
                .doesNotContain("Circle");
    }

    @Test
    void g02AStaleNonceIsReplacedWithoutTroublingAnybody() throws Exception {
        String[] valid = {"n1"};
        server.on(
                "GET " + HERE,
                request -> proves(request, valid[0])
                        ? FakeTransport.response(200, "application/x", "{}")
                        : challenge(nonce(valid[0]) + ", stale=true"));
        AltoHttp http = http();
        http.get(HERE, "application/x", null);
        valid[0] = "n2";
        assertThat(http.get(HERE, "application/x", null).status()).isEqualTo(200);
        assertThat(server.requests()).hasSize(4);
    }

    @Test
    void g02AWrongPasswordIsNotTriedForEver() {
        server.on("GET " + HERE, _ -> challenge(nonce("n1")));
        AltoException failure =
                catchThrowableOfType(AltoException.class, () -> http().get(HERE, "application/x", null));
        assertThat(failure.kind()).isEqualTo(Kind.AUTH);
        assertThat(failure).hasMessageNotContaining("Circle");
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void g02AServerThatCallsEveryNonceStaleIsGivenUp() {
        server.on("GET " + HERE, _ -> challenge(nonce("n1") + ", stale=true"));
        AltoException failure =
                catchThrowableOfType(AltoException.class, () -> http().get(HERE, "application/x", null));
        assertThat(failure.kind()).isEqualTo(Kind.AUTH);
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void g02OffersThatCannotBeReadOrAreUnknownAreLeftOut() {
        assertThat(AuthChallenge.parse(List.of("", "=,=", "Negotiate abc==, Digest x", "\"")))
                .extracting(AuthChallenge::scheme)
                .contains("negotiate", "digest");
        Credentials credentials = Credentials.of(SECRET, new Random(1));
        for (String offer : List.of(
                "Digest realm=\"r\", nonce=\"n\"",
                "Digest realm=\"r\", nonce=\"n\", qop=\"auth-int\"",
                "Digest realm=\"r\", qop=\"auth\"",
                "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-512-256",
                "Basic realm=\"r\"")) {
            assertThat(credentials.challenged(
                            new HttpFields(new TreeMap<>(Map.of("WWW-Authenticate", List.of(offer)))), 0))
                    .as(offer)
                    .isFalse();
        }
    }
}
