// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.token;

import com.nimbusds.jwt.SignedJWT;
import io.tcn.core.port.TimeSource;
import java.text.ParseException;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Looks at tokens that a submission brings for storages. Their signature is left to the storage, which is the one to
/// believe them; here is checked what makes them useless in any case.
@Component
public class TokenCheck {
    private static final List<String> CLAIMS = List.of("iss", "nbf", "exp", "scope", "aud");

    private final TokenVerifier verifier;
    private final JsonMapper mapper;
    private final TimeSource time;

    TokenCheck(TokenVerifier verifier, JsonMapper mapper, TimeSource time) {
        this.verifier = verifier;
        this.mapper = mapper;
        this.time = time;
    }

    /// Checks a token: signed, with the claims `iss nbf exp scope aud`, of an issuer of the settings, not expired.
    ///
    /// @throws IllegalArgumentException with the reason, which holds nothing of the token
    public void checkTransferToken(String jwt) {
        JsonNode claims = claims(jwt);
        for (String name : CLAIMS) {
            if (!claims.has(name)) {
                throw new IllegalArgumentException("The token has no claim " + name);
            }
        }
        if (!claims.path("iss").isString() || !verifier.knows(claims.path("iss").stringValue())) {
            throw new IllegalArgumentException("The issuer of the token is not known here");
        }
        if (!claims.path("exp").isNumber() || !claims.path("nbf").isNumber()) {
            throw new IllegalArgumentException("The claims exp and nbf of the token must be numbers");
        }
        if (!claims.path("scope").isString()) {
            throw new IllegalArgumentException("The claim scope of the token must be a string");
        }
        if (!isAudience(claims.path("aud"))) {
            throw new IllegalArgumentException("The claim aud of the token must be null, a string or a list of them");
        }
        if (claims.path("exp").asDouble() <= time.now().getEpochSecond()) {
            throw new IllegalArgumentException("The token has expired");
        }
        if (claims.path("exp").asDouble()
                > Instant.parse("9999-01-01T00:00:00Z").getEpochSecond()) {
            throw new IllegalArgumentException("The claim exp of the token is no time");
        }
    }

    private JsonNode claims(String jwt) {
        try {
            JsonNode claims = mapper.readTree(SignedJWT.parse(jwt).getPayload().toString());
            if (!claims.isObject()) {
                throw new IllegalArgumentException("The claims of the token are no JSON object");
            }
            return claims;
        } catch (ParseException | JacksonException unreadable) {
            // Without its cause: that may quote the token.
            throw new IllegalArgumentException("The token is no signed JSON Web Token");
        }
    }

    private static boolean isAudience(JsonNode audience) {
        return audience.isNull()
                || audience.isString()
                || (audience.isArray() && audience.valueStream().allMatch(JsonNode::isString));
    }
}
