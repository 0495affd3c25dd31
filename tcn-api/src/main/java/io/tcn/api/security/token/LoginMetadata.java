// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// What an issuer tells of how people log in with it. It is asked at the first login, and what it says is kept for an
/// hour; if it is away, nobody asks again for some seconds. Any thread.
final class LoginMetadata {
    private static final long KEPT_NANOS = Duration.ofHours(1).toNanos();
    private static final long RETRY_NANOS = Duration.ofSeconds(5).toNanos();

    /// The issuer has not told, now or some seconds ago.
    static final class AwayException extends Exception {
        private static final long serialVersionUID = 1L;

        private AwayException(String reason) {
            super(reason);
        }
    }

    private record Told(OIDCProviderMetadata metadata, long atNanos) {}

    private record Failure(String reason, long atNanos) {}

    private final Discovery discovery;
    private final TimeSource time;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Told told;
    private volatile @Nullable Failure failure;

    LoginMetadata(Discovery discovery, TimeSource time) {
        this.discovery = discovery;
        this.time = time;
    }

    /// What it has told last, however long ago; nobody is asked.
    Optional<OIDCProviderMetadata> known() {
        return Optional.ofNullable(told).map(Told::metadata);
    }

    /// What it tells, asked for if it has not told lately.
    OIDCProviderMetadata get() throws AwayException {
        Told known = told;
        if (known != null && time.nanoTime() - known.atNanos() < KEPT_NANOS) {
            return known.metadata();
        }
        asking.lock();
        try {
            known = told;
            if (known != null && time.nanoTime() - known.atNanos() < KEPT_NANOS) {
                return known.metadata();
            }
            Failure last = failure;
            if (last != null && time.nanoTime() - last.atNanos() < RETRY_NANOS) {
                throw new AwayException(last.reason());
            }
            Told asked = ask();
            told = asked;
            return asked.metadata();
        } finally {
            asking.unlock();
        }
    }

    private Told ask() throws AwayException {
        try {
            OIDCProviderMetadata metadata = OIDCProviderMetadata.parse(discovery.fetch());
            discovery.secure(needed(metadata.getAuthorizationEndpointURI()), "the login");
            discovery.secure(needed(metadata.getTokenEndpointURI()), "the tokens");
            if (metadata.getEndSessionEndpointURI() != null) {
                discovery.secure(metadata.getEndSessionEndpointURI(), "the logout");
            }
            return new Told(metadata, time.nanoTime());
        } catch (IOException | JacksonException | ParseException | IllegalArgumentException away) {
            String reason = "does not tell how to log in: " + away.getMessage();
            failure = new Failure(reason, time.nanoTime());
            throw new AwayException(reason);
        }
    }

    private static URI needed(@Nullable URI endpoint) {
        if (endpoint == null) {
            throw new IllegalArgumentException("it names no endpoint for the authorization code flow");
        }
        return endpoint;
    }
}
