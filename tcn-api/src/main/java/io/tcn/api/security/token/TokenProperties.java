// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Whose tokens are accepted.
///
/// @param issuers the issuers; without any, every token is refused
/// @param clockSkew how far the clocks of issuers may differ from ours
@ConfigurationProperties("tcn.security")
public record TokenProperties(
        @DefaultValue List<Issuer> issuers,
        @DefaultValue("60s") Duration clockSkew) {
    /// The audience that the WLCG profile has for any service.
    static final String ANY_AUDIENCE = "https://wlcg.cern.ch/jwt/v1/any";

    public TokenProperties {
        if (clockSkew.isNegative()) {
            throw new IllegalArgumentException("tcn.security.clock-skew must not be negative, given was " + clockSkew);
        }
    }

    /// One issuer.
    ///
    /// @param url as in the claim `iss`; a slash at its end makes no difference
    /// @param vo the user (FTS: VO) of its tokens, null: from the token
    /// @param audiences a token must name one of them
    /// @param scope a token must have this scope, null: none in particular
    /// @param jwks where its keys are: an `https:` URL or a file; null: asked from the issuer (OpenID Discovery)
    /// @param trust PEM file with the authority of the issuer's TLS certificate, null: those of the JVM
    /// @param groupsClaim claim with the groups, which are users here (FTS: VOs)
    /// @param maxThroughputClaim claim with the most that transfers may move together, in bit/s; empty: none
    /// @param maxConcurrencyClaim claim with the most connections that they may have together; empty: none
    /// @param login how people log in to the page with this issuer, null: they cannot
    public record Issuer(
            URI url,
            @Nullable String vo,
            @DefaultValue(ANY_AUDIENCE) List<String> audiences,
            @Nullable String scope,
            @Nullable URI jwks,
            @Nullable Path trust,
            @DefaultValue("wlcg.groups") String groupsClaim,
            @DefaultValue("max_throughput") String maxThroughputClaim,
            @DefaultValue("max_concurrency") String maxConcurrencyClaim,
            @Nullable Login login) {
        public Issuer {
            if (url == null || url.getScheme() == null || url.getHost() == null) {
                throw new IllegalArgumentException("tcn.security.issuers[].url must be a URL, given was " + url);
            }
            if (audiences.isEmpty()) {
                throw new IllegalArgumentException("tcn.security.issuers[].audiences of " + url + " must not be empty");
            }
        }

        /// Its name with a slash at the end, for comparisons.
        String name() {
            return withSlash(url.toString());
        }
    }

    /// What this server is to an issuer when people log in (OpenID Connect: a client).
    ///
    /// @param clientId its name there
    /// @param secretFile file with its secret, read at each login; null: none, PKCE alone proves who asked
    /// @param scopes what is asked for beside `openid` and the scope that tokens must have
    public record Login(
            String clientId,
            @Nullable Path secretFile,
            @DefaultValue({"profile"}) List<String> scopes) {
        public Login {
            if (clientId == null || clientId.isBlank()) {
                throw new IllegalArgumentException("tcn.security.issuers[].login.client-id must not be empty");
            }
            if (secretFile != null && !Files.isReadable(secretFile)) {
                throw new IllegalArgumentException(
                        "tcn.security.issuers[].login.secret-file: " + secretFile + " cannot be read");
            }
        }
    }

    static String withSlash(String url) {
        return url.endsWith("/") ? url : url + "/";
    }
}
