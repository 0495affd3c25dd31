// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.tcn.api.text.OneLine;
import io.tcn.core.port.TimeSource;
import java.text.ParseException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Verifies bearer tokens (RFC 6750): JSON Web Tokens (RFC 7519) of the WLCG profile, signed with a public-key
/// algorithm by an issuer of the settings. Unsigned tokens and those with a shared key are refused whatever they hold
/// (RFC 8725).
@Component
public class TokenVerifier {
    private static final Logger LOG = LoggerFactory.getLogger(TokenVerifier.class);
    private static final int MOST_CHARACTERS = 32_768;
    private static final int MOST_SUBJECT = 255;
    static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private record Known(TokenProperties.Issuer settings, DefaultJWTProcessor<SecurityContext> processor) {}

    private final Map<String, Known> issuers = new HashMap<>();
    private final TokenProperties properties;
    private final TimeSource time;

    TokenVerifier(TokenProperties properties, JsonMapper mapper, TimeSource time) {
        this.properties = properties;
        this.time = time;
        for (TokenProperties.Issuer issuer : properties.issuers()) {
            DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
            processor.setJWSTypeVerifier(
                    new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
            processor.setJWSKeySelector(
                    new JWSVerificationKeySelector<>(ALGORITHMS, new IssuerKeys(issuer, mapper, time)));
            // The claims are looked at below, by the clock of the server.
            processor.setJWTClaimsSetVerifier((claims, context) -> {});
            if (issuers.put(issuer.name(), new Known(issuer, processor)) != null) {
                throw new IllegalArgumentException("tcn.security.issuers names " + issuer.url() + " twice");
            }
        }
    }

    /// Whether a subject alone says who somebody is.
    public boolean hasOneIssuer() {
        return issuers.size() == 1;
    }

    /// Whether the settings name an issuer.
    boolean knows(String issuer) {
        return issuers.containsKey(TokenProperties.withSlash(issuer));
    }

    /// Verifies a token.
    ///
    /// @throws TokenRefusedException if it is not accepted
    public BearerToken verify(String token) throws TokenRefusedException {
        if (token.length() > MOST_CHARACTERS) {
            throw new TokenRefusedException("The token is longer than " + MOST_CHARACTERS + " characters");
        }
        SignedJWT jwt = parse(token);
        if (!ALGORITHMS.contains(jwt.getHeader().getAlgorithm())) {
            throw new TokenRefusedException("The token is not signed with a public-key algorithm");
        }
        Known issuer = issuer(jwt);
        JWTClaimsSet claims = verifySignature(jwt, issuer);
        try {
            return check(token, claims, issuer.settings());
        } catch (ParseException unreadable) {
            throw new TokenRefusedException("A claim of the token has not the type that it must have");
        }
    }

    private static SignedJWT parse(String token) throws TokenRefusedException {
        try {
            return SignedJWT.parse(token);
        } catch (ParseException unreadable) {
            throw new TokenRefusedException("The token is no signed JSON Web Token");
        }
    }

    private Known issuer(SignedJWT jwt) throws TokenRefusedException {
        @Nullable String name;
        try {
            name = jwt.getJWTClaimsSet().getIssuer();
        } catch (ParseException unreadable) {
            throw new TokenRefusedException("The claims of the token cannot be read");
        }
        Known known = name == null ? null : issuers.get(TokenProperties.withSlash(name));
        if (known == null) {
            throw new TokenRefusedException("The issuer of the token is not known here");
        }
        return known;
    }

    private static JWTClaimsSet verifySignature(SignedJWT jwt, Known issuer) throws TokenRefusedException {
        try {
            return issuer.processor().process(jwt, null);
        } catch (BadJOSEException wrong) {
            throw new TokenRefusedException("The signature of the token is not that of its issuer");
        } catch (RateLimitReachedException often) {
            throw new TokenRefusedException("The key of the token is not known");
        } catch (KeySourceException away) {
            LOG.warn(
                    "Tokens of {} cannot be verified: {}",
                    issuer.settings().url(),
                    OneLine.of(String.valueOf(away.getMessage())));
            throw new TokenRefusedException("The issuer of the token does not answer now, try again later", true);
        } catch (JOSEException broken) {
            throw new TokenRefusedException("The signature of the token cannot be verified");
        }
    }

    private BearerToken check(String token, JWTClaimsSet claims, TokenProperties.Issuer issuer)
            throws TokenRefusedException, ParseException {
        Instant now = time.now();
        Instant ends = need(claims.getExpirationTime(), "exp").toInstant();
        if (!now.isBefore(ends.plus(properties.clockSkew()))) {
            throw new TokenRefusedException("The token has expired");
        }
        notAhead(need(claims.getNotBeforeTime(), "nbf").toInstant(), now, "The token is not valid yet");
        notAhead(need(claims.getIssueTime(), "iat").toInstant(), now, "The token was issued in the future");
        List<String> audience = claims.getAudience();
        if (audience == null || Collections.disjoint(audience, issuer.audiences())) {
            throw new TokenRefusedException("The token is for another audience than this server");
        }
        List<String> scopes = Arrays.stream(
                        need(claims.getStringClaim("scope"), "scope").strip().split("\\s+"))
                .filter(scope -> !scope.isEmpty())
                .distinct()
                .sorted()
                .toList();
        if (issuer.scope() != null && !scopes.contains(issuer.scope())) {
            throw new TokenRefusedException("The token has not the scope " + issuer.scope());
        }
        return new BearerToken(
                token,
                need(claims.getIssuer(), "iss"),
                subject(need(claims.getSubject(), "sub")),
                issuer.vo(),
                groups(claims, issuer.groupsClaim()),
                scopes,
                claims.getClaim("wlcg.ver") != null,
                ends,
                TokenLimits.of(claims, issuer));
    }

    private static <T> T need(@Nullable T claim, String name) throws TokenRefusedException {
        if (claim == null) {
            throw new TokenRefusedException("The token has no claim " + name);
        }
        return claim;
    }

    private void notAhead(Instant moment, Instant now, String message) throws TokenRefusedException {
        if (moment.isAfter(now.plus(properties.clockSkew()))) {
            throw new TokenRefusedException(message);
        }
    }

    /// A subject must not break lines of the log, nor look like the name of a certificate: that is somebody else.
    static String subject(String subject) throws TokenRefusedException {
        if (subject.isBlank()
                || subject.chars().allMatch(Character::isSpaceChar)
                || subject.length() > MOST_SUBJECT
                || subject.startsWith("/")
                || !subject.matches("[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cf}\\p{Cs}]+")) {
            throw new TokenRefusedException(
                    "The subject of the token must have 1 to 255 printable characters and not begin with a slash");
        }
        return subject;
    }

    /// @param name of the claim
    static List<String> groups(JWTClaimsSet claims, String name) throws ParseException {
        List<String> groups = claims.getStringListClaim(name);
        return groups == null
                ? List.of()
                : groups.stream()
                        .filter(Objects::nonNull)
                        .map(group -> group.startsWith("/") ? group.substring(1) : group)
                        .filter(group -> !group.isBlank())
                        .distinct()
                        .toList();
    }
}
