// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.identity;

import io.tcn.api.credential.DelegatedCredentials;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// What callers have delegated, as clients are told.
@Component
class Delegations {
    private static final Duration SHOWN_LIFE = Duration.ofHours(24);

    private final DelegatedCredentials delegated;
    private final TimeSource time;
    private final boolean required;

    Delegations(DelegatedCredentials delegated, TimeSource time, TcnProperties properties) {
        this.delegated = delegated;
        this.time = time;
        this.required = properties.fts().delegationRequired();
    }

    /// What step 2 of a delegation tells: the proxy that was delegated; where none is required and none is there, the
    /// end of the caller's own credential, for certificates at least a day ahead, so that clients go on.
    Optional<DelegatedCredentials.Delegated> shown(Caller caller) {
        Optional<DelegatedCredentials.Delegated> stored = stored(caller);
        Instant ends = caller.credentialEnds();
        if (stored.isPresent() || ends == null) {
            return stored;
        }
        if (caller.method() == Caller.Method.TOKEN) {
            return Optional.of(new DelegatedCredentials.Delegated(List.of(), ends));
        }
        if (required) {
            return Optional.empty();
        }
        Instant least = time.now().plus(SHOWN_LIFE);
        return Optional.of(new DelegatedCredentials.Delegated(caller.fqans(), ends.isBefore(least) ? least : ends));
    }

    private Optional<DelegatedCredentials.Delegated> stored(Caller caller) {
        String id = caller.delegationId();
        return id == null ? Optional.empty() : delegated.find(id);
    }
}
