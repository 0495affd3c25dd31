// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import io.tcn.core.model.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who sends a request.
///
/// @param dn distinguished name in slash form, or `anon`
/// @param method how that was proven
/// @param user the user that the caller acts for (FTS: VO), null for an anonymous caller
/// @param administrator whether everything is allowed
/// @param delegationId FTS's delegation id, null for an anonymous caller
/// @param credentialEnds when the certificate ends, null for an anonymous caller
public record Caller(
        String dn,
        Method method,
        @Nullable UserId user,
        boolean administrator,
        @Nullable String delegationId,
        @Nullable Instant credentialEnds) {
    /// Name of the request attribute that holds the caller.
    public static final String ATTRIBUTE = "io.tcn.caller";

    /// How a caller proves who it is.
    public enum Method {
        CERTIFICATE("certificate"),
        UNAUTHENTICATED("unauthenticated");

        private final String ftsName;

        Method(String ftsName) {
            this.ftsName = ftsName;
        }

        /// The word that FTS has for it.
        public String ftsName() {
            return ftsName;
        }
    }

    /// Somebody without a certificate.
    public static final Caller ANONYMOUS = new Caller("anon", Method.UNAUTHENTICATED, null, false, null, null);

    public Optional<UserId> findUser() {
        return Optional.ofNullable(user);
    }

    /// The users that the caller acts for: one, or none for an anonymous caller.
    public List<UserId> users() {
        return findUser().map(List::of).orElse(List.of());
    }

    public boolean isAnonymous() {
        return method == Method.UNAUTHENTICATED;
    }

    /// Whether the caller may see and change what belongs to a user.
    public boolean mayActFor(UserId owner) {
        return administrator || owner.equals(user);
    }
}
