// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// An issuer of tokens on the loopback interface, with OpenID discovery and a set of keys.
public final class TestIssuer implements AutoCloseable {
    /// The audience of the WLCG profile for any service.
    public static final String ANY = "https://wlcg.cern.ch/jwt/v1/any";

    private final HttpServer server;
    private final String url;
    private final List<JWK> keys = new CopyOnWriteArrayList<>();
    private final AtomicInteger fetched = new AtomicInteger();

    private TestIssuer(HttpServer server, String url) {
        this.server = server;
        this.url = url;
        server.createContext("/.well-known/openid-configuration", exchange -> {
            String json = "{\"issuer\": \"" + url + "\", \"jwks_uri\": \"" + url + "jwks\"}";
            answer(exchange, json);
        });
        server.createContext("/jwks", exchange -> {
            fetched.incrementAndGet();
            answer(exchange, new JWKSet(List.copyOf(keys)).toPublicJWKSet().toString());
        });
        server.start();
    }

    private static void answer(com.sun.net.httpserver.HttpExchange exchange, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /// Starts one over plain HTTP.
    public static TestIssuer start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        return new TestIssuer(server, "http://localhost:" + server.getAddress().getPort() + "/");
    }

    /// Starts one over HTTPS.
    public static TestIssuer start(SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new TestIssuer(server, "https://localhost:" + server.getAddress().getPort() + "/");
    }

    /// Its name, with a slash at the end.
    public String url() {
        return url;
    }

    /// How often its keys were fetched.
    public int fetches() {
        return fetched.get();
    }

    /// Makes a key that it tells to everybody.
    public RSAKey newKey(String id) {
        RSAKey key = rsa(id);
        keys.add(key);
        return key;
    }

    /// Makes an elliptic key that it tells to everybody.
    public ECKey newEllipticKey(String id) {
        try {
            ECKey key = new ECKeyGenerator(Curve.P_256).keyID(id).generate();
            keys.add(key);
            return key;
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /// A key that nobody is told.
    public static RSAKey rsa(String id) {
        KeyPair keys = TestKeys.next();
        return new RSAKey.Builder((RSAPublicKey) keys.getPublic())
                .privateKey(keys.getPrivate())
                .keyID(id)
                .build();
    }

    /// Its keys as a document.
    public String keysAsJson() {
        return new JWKSet(List.copyOf(keys)).toPublicJWKSet().toString();
    }

    /// The claims of a good token for an hour.
    public JWTClaimsSet.Builder claims(String subject) {
        return claims(url, subject, Instant.now());
    }

    /// The claims of a good token for an hour.
    public static JWTClaimsSet.Builder claims(String issuer, String subject, Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .subject(subject)
                .audience(ANY)
                .issueTime(Date.from(now))
                .notBeforeTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(3600)))
                .claim("scope", "openid fts")
                .claim("wlcg.ver", "1.0");
    }

    /// Signs a token.
    public static String sign(JWK key, JWTClaimsSet.Builder claims) {
        return sign(key, claims, JOSEObjectType.JWT);
    }

    /// Signs a token of some type.
    public static String sign(JWK key, JWTClaimsSet.Builder claims, @Nullable JOSEObjectType type) {
        try {
            JWSAlgorithm algorithm = key instanceof ECKey ? JWSAlgorithm.ES256 : JWSAlgorithm.RS256;
            JWSSigner signer =
                    key instanceof ECKey elliptic ? new ECDSASigner(elliptic) : new RSASSASigner((RSAKey) key);
            SignedJWT jwt = new SignedJWT(
                    new JWSHeader.Builder(algorithm)
                            .keyID(key.getKeyID())
                            .type(type)
                            .build(),
                    claims.build());
            jwt.sign(signer);
            return jwt.serialize();
        } catch (JOSEException broken) {
            throw new UncheckedIOException(new IOException(broken));
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
