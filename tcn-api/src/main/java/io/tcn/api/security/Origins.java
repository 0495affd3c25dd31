// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/// Refuses requests that a browser sends for a page of another site (RFC 6454): it would show its user's certificate.
@Component
class Origins {
    private final Set<String> trusted;

    Origins(SecurityProperties properties) {
        this.trusted = properties.trustedOrigins().stream()
                .map(origin -> authority(origin))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// @throws RefusalException if the request has an origin that is neither the server itself nor trusted
    void check(HttpServletRequest request) {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin == null) {
            return;
        }
        String asked = authority(origin);
        String host = request.getHeader(HttpHeaders.HOST);
        String own = host == null ? "" : authority(request.getScheme() + "://" + host);
        if (asked.isEmpty() || !(asked.equals(own) || trusted.contains(asked))) {
            throw RefusalException.forbidden("Requests from pages of other sites are refused");
        }
    }

    /// Host and port in small letters, empty if there is no host.
    private static String authority(@Nullable String text) {
        try {
            URI uri = URI.create(text == null ? "" : text.strip());
            if (uri.getHost() == null) {
                return "";
            }
            int port = uri.getPort() >= 0 ? uri.getPort() : "http".equalsIgnoreCase(uri.getScheme()) ? 80 : 443;
            return uri.getHost().toLowerCase(Locale.ROOT) + ":" + port;
        } catch (IllegalArgumentException unreadable) {
            return "";
        }
    }
}
