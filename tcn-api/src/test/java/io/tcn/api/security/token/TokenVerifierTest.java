// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.tcn.api.harness.TestIssuer;
import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class TokenVerifierTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final AtomicLong NANOS = new AtomicLong();
    private static final TimeSource TIME = new TimeSource() {
        @Override
        public long nanoTime() {
            return NANOS.get();
        }

        @Override
        public Instant now() {
            return NOW;
        }
    };

    @TempDir
    static Path folder;

    private static TestIssuer issuer;
    private static RSAKey key;
    private static ECKey elliptic;
    private static TokenVerifier verifier;
    private static TokenCheck check;

    @BeforeAll
    static void start() throws IOException {
        issuer = TestIssuer.start();
        key = issuer.newKey("k1");
        elliptic = issuer.newEllipticKey("k2");
        verifier = verifier(settings(null, null));
        check = new TokenCheck(verifier, JsonMapper.shared(), TIME);
    }

    @AfterAll
    static void stop() {
        issuer.close();
    }

    private static TokenProperties.Issuer settings(@Nullable String scope, @Nullable URI jwks) {
        return new TokenProperties.Issuer(
                URI.create(issuer.url()),
                null,
                List.of(TestIssuer.ANY, "fts.example.org"),
                scope,
                jwks,
                null,
                "wlcg.groups",
                "max_throughput",
                "max_concurrency",
                null);
    }

    private static TokenVerifier verifier(TokenProperties.Issuer... issuers) {
        return new TokenVerifier(
                new TokenProperties(List.of(issuers), Duration.ofSeconds(60)), JsonMapper.shared(), TIME);
    }

    private static JWTClaimsSet.Builder good() {
        return TestIssuer.claims(issuer.url(), "alice-sub", NOW);
    }

    private static String signed(UnaryOperator<JWTClaimsSet.Builder> change) {
        return TestIssuer.sign(key, change.apply(good()));
    }

    private static Date at(long secondsFromNow) {
        return Date.from(NOW.plusSeconds(secondsFromNow));
    }

    private static void refused(String token, String reason) {
        assertThatThrownBy(() -> verifier.verify(token))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageContaining(reason)
                .satisfies(refusal -> assertThat(refusal.toString()).doesNotContain(token.isEmpty() ? "\0" : token));
    }

    @Test
    @DisplayName("2.3: a good token says who, with which scopes and until when; RSA and elliptic keys")
    void good1() throws TokenRefusedException {
        for (String token : List.of(
                TestIssuer.sign(key, good()),
                TestIssuer.sign(elliptic, good()),
                TestIssuer.sign(key, good(), new JOSEObjectType("at+jwt")),
                TestIssuer.sign(key, good(), null))) {
            BearerToken verified = verifier.verify(token);

            assertThat(verified.subject()).isEqualTo("alice-sub");
            assertThat(verified.issuer()).isEqualTo(issuer.url());
            assertThat(verified.scopes()).containsExactly("fts", "openid");
            assertThat(verified.wlcgProfile()).isTrue();
            assertThat(verified.ends()).isEqualTo(NOW.plusSeconds(3600));
            assertThat(verified.toString()).doesNotContain(token);
        }
    }

    @Test
    @DisplayName(
            "limits of a token are read from the claims that the settings name, and none is taken for anything else")
    void limits() throws TokenRefusedException {
        assertThat(verifier.verify(TestIssuer.sign(key, good())).limits().isNone())
                .isTrue();
        assertThat(verifier.verify(signed(claims ->
                                claims.claim("max_throughput", 5_000_000_000L).claim("max_concurrency", 4)))
                        .limits())
                .isEqualTo(new TokenLimits(5e9, 4));
        assertThat(verifier.verify(signed(claims -> claims.claim("max_throughput", 2.5e9)))
                        .limits())
                .isEqualTo(new TokenLimits(2.5e9, 0));
        for (Object wrong : List.of("5 Gbit/s", 0, -1, 1e19, true, List.of(4))) {
            refused(signed(claims -> claims.claim("max_throughput", wrong)), "The claim max_throughput of the token");
            refused(signed(claims -> claims.claim("max_concurrency", wrong)), "The claim max_concurrency of the token");
        }
        refused(signed(claims -> claims.claim("max_concurrency", 2.5)), "must be a whole number");
    }

    @Test
    @DisplayName("2.3: one of several audiences is enough")
    void audiences() {
        assertThatCode(() -> verifier.verify(signed(claims -> claims.audience(List.of("x", "fts.example.org")))))
                .doesNotThrowAnyException();
        assertThatCode(() -> verifier.verify(signed(claims -> claims.audience("fts.example.org"))))
                .doesNotThrowAnyException();
        refused(signed(claims -> claims.audience("https://other.example.org")), "audience");
        refused(signed(claims -> claims.audience(List.of())), "audience");
    }

    @Test
    @DisplayName("2.3: alg none is refused")
    void unsigned() {
        refused(new PlainJWT(good().build()).serialize(), "no signed");
    }

    @Test
    @DisplayName("2.3: HMAC with the public key as secret is refused")
    void publicKeyAsSecret() throws JOSEException {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("k1").build(), good().build());
        jwt.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
        refused(jwt.serialize(), "public-key algorithm");
    }

    @Test
    @DisplayName("2.3: a signature that is wrong, missing or of another key is refused")
    void wrongSignature() {
        String token = TestIssuer.sign(key, good());
        refused(token.substring(0, token.length() - 8) + "AAAAAAAA", "signature");
        refused(token.substring(0, token.lastIndexOf('.') + 1), "");
        refused(TestIssuer.sign(TestIssuer.rsa("k1"), good()), "signature");
        String[] parts = token.split("\\.");
        String[] others = signed(claims -> claims.subject("mallory")).split("\\.");
        refused(parts[0] + "." + others[1] + "." + parts[2], "signature");
    }

    @Test
    @DisplayName("2.3: an unknown key id is refused; the keys are fetched again, but not each time")
    void unknownKey() {
        for (int i = 0; i < 10; i++) {
            refused(TestIssuer.sign(TestIssuer.rsa("unknown-" + i), good()), "");
        }
        assertThat(issuer.fetches()).isLessThanOrEqualTo(3);
    }

    @Test
    @DisplayName("2.3: an issuer that is not configured is refused; a slash at its end makes no difference")
    void issuers() {
        refused(signed(claims -> claims.issuer("https://other.example.org/")), "issuer");
        refused(signed(claims -> claims.issuer(null)), "issuer");
        String without = issuer.url().substring(0, issuer.url().length() - 1);
        assertThatCode(() -> verifier.verify(signed(claims -> claims.issuer(without))))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("2.3: exp, nbf and iat are checked with a skew of 60 s")
    void times() {
        refused(signed(claims -> claims.expirationTime(at(-60))), "expired");
        assertThatCode(() -> verifier.verify(signed(claims -> claims.expirationTime(at(-59)))))
                .doesNotThrowAnyException();
        refused(signed(claims -> claims.notBeforeTime(at(61))), "not valid yet");
        assertThatCode(() -> verifier.verify(signed(claims -> claims.notBeforeTime(at(60)))))
                .doesNotThrowAnyException();
        refused(signed(claims -> claims.issueTime(at(61))), "future");
    }

    @Test
    @DisplayName("2.3: iss sub aud exp nbf iat scope must all be there")
    void missingClaims() {
        refused(signed(claims -> claims.subject(null)), "sub");
        refused(signed(claims -> claims.audience((String) null)), "audience");
        refused(signed(claims -> claims.expirationTime(null)), "exp");
        refused(signed(claims -> claims.notBeforeTime(null)), "nbf");
        refused(signed(claims -> claims.issueTime(null)), "iat");
        refused(signed(claims -> claims.claim("scope", null)), "scope");
        refused(signed(claims -> claims.claim("scope", 7)), "type");
        refused(signed(claims -> claims.claim("wlcg.groups", "cms")), "type");
    }

    @Test
    @DisplayName("2.3: the submission scope of the issuer is needed if one is configured")
    void submissionScope() {
        TokenVerifier strict = verifier(settings("fts:submit-transfer", null));
        assertThatThrownBy(() -> strict.verify(signed(claims -> claims)))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageContaining("fts:submit-transfer");
        assertThatCode(() -> strict.verify(signed(claims -> claims.claim("scope", "a fts:submit-transfer b"))))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("2.3: a subject that breaks lines or looks like a certificate's name is refused")
    void hostileSubjects() {
        for (String subject :
                List.of("a\nb", "a\u2028b", "a\u202eb", "/DC=org/CN=Alice Tester", " ", "\u00a0", "x".repeat(256))) {
            refused(signed(claims -> claims.subject(subject)), "subject");
        }
    }

    @Test
    @DisplayName("2.3: what is no token at all is refused")
    void garbage() {
        for (String token : List.of("", "abc", "a.b.c", "....", "\0", "x".repeat(40_000), "e30.e30.e30")) {
            refused(token, "token");
        }
    }

    @Test
    @DisplayName("2.3: keys may come from a file")
    void keysFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("keys.json"), issuer.keysAsJson());
        for (URI jwks : List.of(file.toUri(), URI.create(file.toString()))) {
            TokenVerifier fromFile = verifier(settings(null, jwks));
            assertThatCode(() -> fromFile.verify(TestIssuer.sign(key, good()))).doesNotThrowAnyException();
        }
        URI missing = folder.resolve("missing.json").toUri();
        assertThatThrownBy(() -> verifier(settings(null, missing)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing.json");
    }

    @Test
    @DisplayName("2.3: a file of keys is read again when it changes, and one that cannot be read changes nothing")
    void keysOfAFileAreExchanged() throws IOException {
        Path file = Files.writeString(folder.resolve("exchanged.json"), issuer.keysAsJson());
        TokenVerifier verifier = verifier(settings(null, file.toUri()));
        String old = TestIssuer.sign(key, good());
        RSAKey other = TestIssuer.rsa("another");
        String young = TestIssuer.sign(other, good());
        assertThatCode(() -> verifier.verify(old)).doesNotThrowAnyException();
        isRefused(verifier, young);

        Files.writeString(file, "{\"keys\": [broken");
        NANOS.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThatCode(() -> verifier.verify(old)).doesNotThrowAnyException();
        Files.writeString(file, new JWKSet(other).toPublicJWKSet().toString());
        NANOS.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThatCode(() -> verifier.verify(young)).doesNotThrowAnyException();
        isRefused(verifier, old);
    }

    private static void isRefused(TokenVerifier verifier, String token) {
        assertThatThrownBy(() -> verifier.verify(token)).isInstanceOf(TokenRefusedException.class);
    }

    @Test
    @DisplayName("2.3: an issuer that does not answer makes the caller try again later")
    void away() throws IOException {
        String url;
        String token;
        try (TestIssuer gone = TestIssuer.start()) {
            url = gone.url();
            token = TestIssuer.sign(gone.newKey("k"), TestIssuer.claims(url, "alice-sub", NOW));
        }
        TokenVerifier verifier = verifier(new TokenProperties.Issuer(
                URI.create(url), null, List.of(TestIssuer.ANY), null, null, null, "wlcg.groups", "", "", null));
        assertThatThrownBy(() -> verifier.verify(token))
                .isInstanceOfSatisfying(
                        TokenRefusedException.class,
                        refusal -> assertThat(refusal.isLater()).isTrue());
    }

    @Test
    void keysOverAnOpenConnectionAreRefusedForAnIssuerWithTls() {
        assertThatThrownBy(() -> verifier(new TokenProperties.Issuer(
                        URI.create("https://iam.example.org/"),
                        null,
                        List.of("x"),
                        null,
                        URI.create("http://iam.example.org/jwk"),
                        null,
                        "wlcg.groups",
                        "",
                        "",
                        null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https");
    }

    @Test
    void anIssuerIsNamedOnce() {
        assertThatThrownBy(() -> verifier(settings(null, null), settings("x", null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
    }

    // --- tokens for storages

    private static void useless(String token, String reason) {
        assertThatThrownBy(() -> check.checkTransferToken(token))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("eyJ");
    }

    @Test
    @DisplayName("5.7: a storage token needs iss nbf exp scope aud and a known issuer, whoever signed it")
    void transferTokens() {
        check.checkTransferToken(TestIssuer.sign(TestIssuer.rsa("any"), good()));
        check.checkTransferToken(signed(claims -> claims.audience(List.of("https://a.example.org", "b"))));
        useless(signed(claims -> claims.notBeforeTime(null)), "nbf");
        useless(signed(claims -> claims.expirationTime(null)), "exp");
        useless(signed(claims -> claims.claim("scope", null)), "scope");
        useless(signed(claims -> claims.audience((String) null)), "aud");
        useless(signed(claims -> claims.issuer("https://other.example.org")), "issuer");
        useless(signed(claims -> claims.expirationTime(at(0))), "expired");
        useless("", "JSON Web Token");
        useless("eyJ.eyJ.eyJ", "JSON Web Token");
    }
}
