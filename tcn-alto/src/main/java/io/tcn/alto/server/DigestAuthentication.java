// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.core.port.TimeSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Proof of a password that does not show it (RFC 7616, which RFC 7285 §8.3.5 asks for): `qop=auth` with SHA-256 or
/// MD5. Each nonce holds for some minutes and each count once, so that nothing heard on the way can be sent again.
public final class DigestAuthentication implements HttpAuthentication {
    private static final String SCHEME = "digest ";
    private static final Duration NONCE_LIFE = Duration.ofMinutes(5);
    private static final int NONCE_BYTES = 16;

    /// Beyond this many the oldest is forgotten, and its client is asked again.
    private static final int MAX_NONCES = 10_000;

    private static final Map<String, String> ALGORITHMS = Map.of("SHA-256", "SHA-256", "MD5", "MD5");

    /// A nonce that was given out.
    private static final class Nonce {
        private final long givenNanos;
        private long lastCount;

        private Nonce(long givenNanos) {
            this.givenNanos = givenNanos;
        }
    }

    private final String realm;
    private final Function<String, Optional<String>> passwords;
    private final TimeSource time;
    private final RandomGenerator random;
    private final LinkedHashMap<String, Nonce> nonces = new LinkedHashMap<>();

    /// @param passwords password of a user, empty if there is no such user
    /// @param random must not be guessable
    public DigestAuthentication(
            String realm, Function<String, Optional<String>> passwords, TimeSource time, RandomGenerator random) {
        this.realm = realm;
        this.passwords = passwords;
        this.time = time;
        this.random = random;
    }

    @Override
    public boolean admits(AltoRequest request) {
        String given = request.fields().first("Authorization").orElse("");
        if (!given.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        Map<String, String> proof = AuthenticationFields.parse(given.substring(SCHEME.length()));
        String path = request.uri().getRawPath()
                + (request.uri().getRawQuery() == null
                        ? ""
                        : "?" + request.uri().getRawQuery());
        String algorithm = ALGORITHMS.get(proof.getOrDefault("algorithm", "MD5"));
        Optional<String> password = passwords.apply(proof.getOrDefault("username", ""));
        if (algorithm == null
                || password.isEmpty()
                || !realm.equals(proof.get("realm"))
                || !"auth".equals(proof.get("qop"))
                || !path.equals(proof.get("uri"))) {
            return false;
        }
        String expected = response(algorithm, proof, request.method(), password.get());
        boolean right = MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.US_ASCII),
                proof.getOrDefault("response", "").getBytes(StandardCharsets.US_ASCII));
        return right && isFresh(proof.getOrDefault("nonce", ""), proof.getOrDefault("nc", ""));
    }

    /// RFC 7616 §3.4.1 to §3.4.3.
    private String response(String algorithm, Map<String, String> proof, String method, String password) {
        String user = hash(algorithm, proof.getOrDefault("username", "") + ":" + realm + ":" + password);
        String message = hash(algorithm, method + ":" + proof.getOrDefault("uri", ""));
        return hash(
                algorithm,
                String.join(
                        ":",
                        user,
                        proof.getOrDefault("nonce", ""),
                        proof.getOrDefault("nc", ""),
                        proof.getOrDefault("cnonce", ""),
                        "auth",
                        message));
    }

    private static String hash(String algorithm, String text) {
        try {
            byte[] digest = MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            // Every Java platform has both.
            throw new IllegalStateException(impossible);
        }
    }

    private synchronized boolean isFresh(String value, String count) {
        Nonce nonce = nonces.get(value);
        if (nonce == null
                || time.nanoTime() - nonce.givenNanos > NONCE_LIFE.toNanos()
                || !count.matches("[0-9a-fA-F]{8}")) {
            return false;
        }
        long number = Long.parseLong(count, 16);
        if (number <= nonce.lastCount) {
            return false;
        }
        nonce.lastCount = number;
        return true;
    }

    @Override
    public List<String> challenges() {
        String nonce = newNonce();
        return List.of(challenge("SHA-256", nonce), challenge("MD5", nonce));
    }

    private String challenge(String algorithm, String nonce) {
        return "Digest realm=\"" + realm + "\", qop=\"auth\", algorithm=" + algorithm + ", nonce=\"" + nonce + "\"";
    }

    private synchronized String newNonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        String nonce = HexFormat.of().formatHex(bytes);
        nonces.put(nonce, new Nonce(time.nanoTime()));
        if (nonces.size() > MAX_NONCES) {
            nonces.pollFirstEntry();
        }
        return nonce;
    }
}
