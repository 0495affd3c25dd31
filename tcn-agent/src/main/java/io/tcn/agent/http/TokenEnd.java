// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Until when a bearer token is good, as far as it says so itself: the claim `exp` of a JSON Web Token (RFC 7519,
/// section 4.1.4), or the caveat `before:` of a macaroon. Nobody proves it here; whoever lies harms his own copy only.
final class TokenEnd {
    private static final Pattern EXPIRY = Pattern.compile("\"exp\"\\s{0,9}:\\s{0,9}(\\d{1,11})");
    private static final Pattern BEFORE = Pattern.compile("before:(\\d{4}-\\d{2}-\\d{2}T[0-9:.]{5,18}Z)");

    private TokenEnd() {}

    static Optional<Instant> of(String token) {
        String[] parts = token.split("\\.", -1);
        return parts.length == 3
                ? first(EXPIRY, decoded(parts[1])).map(Long::parseLong).map(Instant::ofEpochSecond)
                : first(BEFORE, decoded(token)).flatMap(TokenEnd::instant);
    }

    private static String decoded(String text) {
        try {
            return new String(
                    Base64.getUrlDecoder().decode(text.replace('+', '-').replace('/', '_')),
                    StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
