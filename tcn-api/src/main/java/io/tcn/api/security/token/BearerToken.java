// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A token that was verified.
///
/// @param value the token itself: a secret; empty for people who have logged in to the page
/// @param issuer claim `iss`, as it stands there
/// @param subject claim `sub`
/// @param issuerVo the user (FTS: VO) that the settings give to this issuer's tokens, null if none
/// @param groups the claim with groups, by default `wlcg.groups`, without the slashes in front
/// @param scopes claim `scope`, sorted
/// @param wlcgProfile whether it follows the WLCG profile (claim `wlcg.ver`)
/// @param ends when it expires
/// @param limits what it lets transfers have that are submitted with it
public record BearerToken(
        String value,
        String issuer,
        String subject,
        @Nullable String issuerVo,
        List<String> groups,
        List<String> scopes,
        boolean wlcgProfile,
        Instant ends,
        TokenLimits limits) {
    /// Name of the request attribute that holds the caller's token.
    public static final String ATTRIBUTE = "io.tcn.token";

    /// Without limits.
    public BearerToken(
            String value,
            String issuer,
            String subject,
            @Nullable String issuerVo,
            List<String> groups,
            List<String> scopes,
            boolean wlcgProfile,
            Instant ends) {
        this(value, issuer, subject, issuerVo, groups, scopes, wlcgProfile, ends, TokenLimits.NONE);
    }

    public BearerToken {
        groups = List.copyOf(groups);
        scopes = List.copyOf(scopes);
    }

    /// Without the token.
    @Override
    public String toString() {
        return "token of " + subject + " by " + issuer + " until " + ends;
    }
}
