// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The keys of one issuer: from a file, read again when it changes ([FileKeys]), or fetched when the first
/// token arrives (OpenID Connect Discovery 1.0, RFC 7517), kept for a day and fetched again when a token names
/// an unknown key, at most twice in half a minute. If the issuer is away, the old keys stay in force for
/// another day.
final class IssuerKeys implements JWKSource<SecurityContext> {
    private static final long CACHED_MS = Duration.ofHours(24).toMillis();
    private static final long REFRESH_MS = Duration.ofSeconds(15).toMillis();
    private static final long LEAST_INTERVAL_MS = Duration.ofSeconds(30).toMillis();
    private static final long RETRY_NANOS = Duration.ofSeconds(30).toNanos();

    private final TokenProperties.Issuer issuer;
    private final Discovery discovery;
    private final JsonMapper mapper;
    private final TimeSource time;
    private final ReentrantLock finding = new ReentrantLock();
    private volatile @Nullable JWKSource<SecurityContext> source;
    private volatile @Nullable Failure failure;

    private record Failure(long atNanos, String reason) {}

    /// @throws IllegalArgumentException if a file of the settings cannot be used
    IssuerKeys(TokenProperties.Issuer issuer, JsonMapper mapper, TimeSource time) {
        this.issuer = issuer;
        this.mapper = mapper;
        this.time = time;
        this.discovery = new Discovery(issuer, mapper);
        URI jwks = issuer.jwks();
        if (jwks != null && isFile(jwks)) {
            this.source = new FileKeys(jwks.getScheme() == null ? Path.of(jwks.toString()) : Path.of(jwks), time);
        } else if (jwks != null) {
            this.source = remote(discovery.secure(jwks, "the keys"));
        }
    }

    private static boolean isFile(URI jwks) {
        String scheme = jwks.getScheme();
        return scheme == null || scheme.toLowerCase(Locale.ROOT).equals("file");
    }

    private JWKSource<SecurityContext> remote(URI jwks) {
        try {
            return JWKSourceBuilder.create(jwks.toURL(), discovery.http())
                    .cache(CACHED_MS, REFRESH_MS)
                    .refreshAheadCache(false)
                    .rateLimited(LEAST_INTERVAL_MS)
                    .outageTolerant(CACHED_MS)
                    .build();
        } catch (MalformedURLException unusable) {
            throw new IllegalArgumentException("the keys of " + issuer.url() + " have no usable URL", unusable);
        }
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        return found().get(selector, context);
    }

    private JWKSource<SecurityContext> found() throws KeySourceException {
        JWKSource<SecurityContext> known = source;
        if (known != null) {
            return known;
        }
        finding.lock();
        try {
            known = source;
            if (known != null) {
                return known;
            }
            Failure last = failure;
            if (last != null && time.nanoTime() - last.atNanos() < RETRY_NANOS) {
                throw new KeySourceException(last.reason());
            }
            JWKSource<SecurityContext> discovered = discover();
            source = discovered;
            return discovered;
        } finally {
            finding.unlock();
        }
    }

    private JWKSource<SecurityContext> discover() throws KeySourceException {
        try {
            JsonNode json = mapper.readTree(discovery.fetch());
            return remote(discovery.secure(URI.create(json.path("jwks_uri").asString("")), "the keys"));
        } catch (IOException | JacksonException | IllegalArgumentException away) {
            String reason = "the issuer " + issuer.url() + " does not tell its keys: " + away.getMessage();
            failure = new Failure(time.nanoTime(), reason);
            throw new KeySourceException(reason, away);
        }
    }
}
