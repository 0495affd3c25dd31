// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Who may do what.
///
/// @param administrators names of certificates that may do everything, beside those in the store; of a token:
///     its issuer, a blank and its subject
/// @param roles rights of roles, as in `vo:transfer;all:datamanagement`; the role `public` is everybody's. A role that
///     is not named keeps its default
/// @param authorizedVos users (FTS: VOs) whose callers are served at all, `*` for everybody
/// @param trustedOrigins what an `Origin` header may say beside the server's own, as in `https://portal.example.org`
/// @param maxRequestsPerCaller requests of one caller that may be under way at once
@ConfigurationProperties("tcn.security")
public record SecurityProperties(
        @DefaultValue List<String> administrators,
        @DefaultValue Map<String, String> roles,
        @DefaultValue("*") List<String> authorizedVos,
        @DefaultValue List<String> trustedOrigins,
        @DefaultValue("100") int maxRequestsPerCaller) {
    private static final Map<String, String> DEFAULT_ROLES =
            Map.of("public", "vo:transfer;all:datamanagement", "production", "all:config");

    public SecurityProperties {
        Map<String, String> all = new HashMap<>(DEFAULT_ROLES);
        all.putAll(roles);
        roles = Map.copyOf(all);
        if (maxRequestsPerCaller < 1) {
            throw new IllegalArgumentException(
                    "tcn.security.max-requests-per-caller must be at least 1, given was " + maxRequestsPerCaller);
        }
    }
}
