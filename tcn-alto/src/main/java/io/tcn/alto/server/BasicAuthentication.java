// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.BiPredicate;

/// User and password in clear (RFC 7617): only for connections that nobody can listen to.
public final class BasicAuthentication implements HttpAuthentication {
    private static final String SCHEME = "basic ";

    private final String realm;
    private final BiPredicate<String, String> users;

    /// @param users whether this user has this password
    public BasicAuthentication(String realm, BiPredicate<String, String> users) {
        this.realm = realm;
        this.users = users;
    }

    @Override
    public boolean admits(AltoRequest request) {
        String given = request.fields().first("Authorization").orElse("");
        if (!given.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        try {
            byte[] decoded =
                    Base64.getDecoder().decode(given.substring(SCHEME.length()).strip());
            String pair = new String(decoded, StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon >= 0 && users.test(pair.substring(0, colon), pair.substring(colon + 1));
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    @Override
    public List<String> challenges() {
        return List.of("Basic realm=\"" + realm + "\", charset=\"UTF-8\"");
    }
}
