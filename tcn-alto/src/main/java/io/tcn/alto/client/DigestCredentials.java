// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.http.HttpFields;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Digest authentication (RFC 7616) with `qop=auth`, SHA-256 or MD5, the better one first. The nonce of the last
/// challenge is used for all requests until the server calls it stale, so that only the first request costs two.
final class DigestCredentials implements Credentials {
    private static final List<String> ALGORITHMS = List.of("sha-256", "md5");

    private final AltoAuth.Digest secret;
    private final RandomGenerator random;
    private final Object lock = new Object();

    // both under the lock
    private @Nullable AuthChallenge challenge;
    private int uses;

    DigestCredentials(AltoAuth.Digest secret, RandomGenerator random) {
        this.secret = secret;
        this.random = random;
    }

    @Override
    public Optional<String> authorization(String method, URI uri) {
        AuthChallenge now;
        int count;
        byte[] own = new byte[16];
        synchronized (lock) {
            if (challenge == null) {
                return Optional.empty();
            }
            now = challenge;
            count = ++uses;
            random.nextBytes(own);
        }
        return Optional.of(field(now, count, HexFormat.of().formatHex(own), method, target(uri)));
    }

    /// A first refusal asks for credentials, or the nonce is too old. One more is worth a try only if the server
    /// says that the nonce, not the password, was the reason (RFC 7616 §3.3, `stale`).
    @Override
    public boolean challenged(HttpFields fields, int attempt) {
        List<String> offers = fields.values().getOrDefault("WWW-Authenticate", List.of());
        Optional<AuthChallenge> best = AuthChallenge.parse(offers).stream()
                .filter(DigestCredentials::isUsable)
                .min(Comparator.comparingInt(offer -> ALGORITHMS.indexOf(algorithm(offer))));
        boolean stale = best.isPresent() && best.get().parameter("stale", "").equalsIgnoreCase("true");
        boolean again = best.isPresent() && (attempt == 0 || (attempt == 1 && stale));
        synchronized (lock) {
            challenge = again ? best.get() : null;
            uses = 0;
        }
        return again;
    }

    private static boolean isUsable(AuthChallenge offer) {
        List<String> qop = Arrays.asList(
                offer.parameter("qop", "").toLowerCase(Locale.ROOT).split("[ ,]+", -1));
        return offer.scheme().equals("digest")
                && ALGORITHMS.contains(algorithm(offer))
                && qop.contains("auth")
                && !offer.parameter("nonce", "").isEmpty();
    }

    private static String algorithm(AuthChallenge offer) {
        return offer.parameter("algorithm", "MD5").toLowerCase(Locale.ROOT);
    }

    private String field(AuthChallenge offer, int count, String own, String method, String target) {
        String realm = offer.parameter("realm", "");
        String nonce = offer.parameter("nonce", "");
        String nc = String.format(Locale.ROOT, "%08x", count);
        String response = response(algorithm(offer), secret, List.of(realm, nonce, nc, own), method, target);
        StringBuilder field = new StringBuilder("Digest username=").append(quoted(secret.user()));
        field.append(", realm=").append(quoted(realm));
        field.append(", nonce=").append(quoted(nonce));
        field.append(", uri=").append(quoted(target));
        field.append(", response=").append(quoted(response));
        field.append(", algorithm=").append(algorithm(offer).toUpperCase(Locale.ROOT));
        field.append(", qop=auth, nc=").append(nc);
        field.append(", cnonce=").append(quoted(own));
        String opaque = offer.parameter("opaque", "");
        if (!opaque.isEmpty()) {
            field.append(", opaque=").append(quoted(opaque));
        }
        return field.toString();
    }

    /// The proof (RFC 7616 §3.4.1).
    ///
    /// @param values realm, nonce, count, own nonce
    static String response(
            String algorithm, AltoAuth.Digest secret, List<String> values, String method, String target) {
        String a1 = hash(algorithm, secret.user() + ":" + values.getFirst() + ":" + secret.password());
        String a2 = hash(algorithm, method + ":" + target);
        String nonces = String.join(":", values.subList(1, values.size()));
        return hash(algorithm, a1 + ":" + nonces + ":auth:" + a2);
    }

    private static String hash(String algorithm, String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5 and SHA-256", e);
        }
    }

    private static String target(URI uri) {
        String path = uri.getRawPath();
        String query = uri.getRawQuery();
        return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
    }

    private static String quoted(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
