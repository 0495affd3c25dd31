// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import io.tcn.core.model.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who sends a request.
///
/// @param dn distinguished name of the end entity in slash form, the subject of a token, or `anon`
/// @param method how that was proven
/// @param users the users that the caller acts for (FTS: VOs), without doubles; what it submits belongs to the first.
///     Empty for an anonymous caller
/// @param fqans VOMS attributes, or the scopes of a token
/// @param roles roles in these attributes, without doubles
/// @param levels how far its rights reach; operations without a right are missing
/// @param administrator whether everything is allowed (FTS: root)
/// @param delegationId FTS's delegation id, null for an anonymous caller
/// @param credentialEnds when the certificate, proxy or token ends, null for an anonymous caller
public record Caller(
        String dn,
        Method method,
        List<UserId> users,
        List<String> fqans,
        List<String> roles,
        Map<Operation, Level> levels,
        boolean administrator,
        @Nullable String delegationId,
        @Nullable Instant credentialEnds) {
    /// Name of the request attribute that holds the caller.
    public static final String ATTRIBUTE = "io.tcn.caller";

    /// How a caller proves who it is.
    public enum Method {
        CERTIFICATE("certificate"),
        TOKEN("oauth2"),
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

    /// Somebody without credentials.
    public static final Caller ANONYMOUS =
            new Caller("anon", Method.UNAUTHENTICATED, List.of(), List.of(), List.of(), Map.of(), false, null, null);

    public Caller {
        users = List.copyOf(users);
        fqans = List.copyOf(fqans);
        roles = List.copyOf(roles);
        levels = Map.copyOf(levels);
    }

    /// The user that what the caller submits belongs to. Whoever is let through to a route that is not open to all has
    /// one, see [NeedsInterceptor].
    public UserId user() {
        if (users.isEmpty()) {
            throw new IllegalStateException(dn + " acts for no user");
        }
        return users.getFirst();
    }

    public boolean isAnonymous() {
        return method == Method.UNAUTHENTICATED;
    }

    /// How far a right reaches.
    public Level level(Operation operation) {
        return administrator ? Level.ALL : levels.getOrDefault(operation, Level.NONE);
    }

    /// Whether the caller may do something with what somebody submitted for a user.
    ///
    /// @param owner the user that it belongs to
    /// @param submitter who submitted it
    public boolean may(Operation operation, UserId owner, Submitter submitter) {
        return switch (level(operation)) {
            case NONE -> false;
            case OWN -> submitter.is(this);
            case VO -> submitter.is(this) || users.contains(owner);
            case ALL -> true;
        };
    }

    /// Whether the caller may see and change what belongs to a user.
    public boolean mayActFor(UserId owner) {
        return administrator || users.contains(owner);
    }
}
