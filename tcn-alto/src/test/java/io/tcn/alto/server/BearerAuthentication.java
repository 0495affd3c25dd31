// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import java.util.List;
import java.util.function.Predicate;

/// A token that somebody else has issued (RFC 6750).
public final class BearerAuthentication implements HttpAuthentication {
    private static final String SCHEME = "bearer ";

    private final String realm;
    private final Predicate<String> tokens;

    /// @param tokens whether this token is good
    public BearerAuthentication(String realm, Predicate<String> tokens) {
        this.realm = realm;
        this.tokens = tokens;
    }

    @Override
    public boolean admits(AltoRequest request) {
        String given = request.fields().first("Authorization").orElse("");
        return given.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && tokens.test(given.substring(SCHEME.length()).strip());
    }

    @Override
    public List<String> challenges() {
        return List.of("Bearer realm=\"" + realm + "\"");
    }
}
